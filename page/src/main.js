// The page: loads the library, shows the view that the address names, and keeps the address true.
import init, * as betza from "../pkg/betza.js";
import { PieceView } from "./piece.js";
import { GameView } from "./game.js";
import { CountView } from "./count.js";
import { DesignView } from "./design.js";

const live = document.getElementById("live");
const context = { betza, say: (text) => { live.textContent = text; }, share, games: null };
const views = {};
let current = null;

/** Puts what the view shows into the address. Another view keeps its own part until it is left. */
function share(view, state) {
  if (view !== current) return;
  const query = new URLSearchParams(Object.entries(state).filter(([, value]) => value !== "" && value != null)).toString();
  const hash = `#${view}${query ? `?${query}` : ""}`;
  if (hash !== location.hash) history.replaceState(null, "", hash);
  // A click on a view's name comes back to what it showed.
  document.querySelector(`nav [data-view=${view}]`).href = hash;
}

/** Shows the view that the address names. Only the view that is shown carries the names that tests use. */
function route() {
  const [, name = "piece", query = ""] = /^#(\w+)(?:\?(.*))?$/s.exec(location.hash) ?? [];
  const view = views[name] ? name : "piece";
  current = view;
  for (const other of Object.keys(views)) {
    const section = document.getElementById(other);
    const shown = other === view;
    section.hidden = !shown;
    for (const e of section.querySelectorAll("[data-id]")) {
      if (shown) e.dataset.testid = e.dataset.id;
      else delete e.dataset.testid;
    }
    if (!shown) views[other].leave();
    const link = document.querySelector(`nav [data-view=${other}]`);
    if (shown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  views[view].enter(Object.fromEntries(new URLSearchParams(query)));
}

try {
  await init();
} catch (e) {
  document.getElementById("loading").textContent = `The library could not be loaded: ${e.message ?? e}. Load the page again.`;
  throw e;
}
document.getElementById("loading").hidden = true;
views.piece = new PieceView(context);
views.game = new GameView(context);
views.design = new DesignView(context, views.game);
views.count = new CountView(context, views.game);
document.getElementById("share").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    context.say("The link is copied");
  } catch {
    context.say("The link is in the address line");
  }
});
addEventListener("hashchange", route);
route();
document.documentElement.dataset.ready = "true";

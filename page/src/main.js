// The page: loads the part of the library that a view needs, shows the view that the address names, and keeps the address true.
import { loadGames, loadPieces } from "./library.js";
import { PieceView } from "./piece.js";

const $ = (id) => document.getElementById(id);
const context = { say: (text) => { $("live").textContent = text; }, share };
const views = {};
let current = null;
let routes = 0;

let told = null;

/**
 * Puts what the view shows into the address, when the browser has time for it: that costs more than to show it. Another view keeps its own
 * part until it is left.
 */
function share(view, state) {
  if (!told) setTimeout(tell);
  // An address to which somebody goes meanwhile stays.
  told = { view, state, at: location.hash };
}

function tell() {
  const { view, state, at } = told;
  told = null;
  if (view !== current || at !== location.hash) return;
  const query = new URLSearchParams(Object.entries(state).filter(([, value]) => value !== "" && value != null)).toString();
  const hash = `#${view}${query ? `?${query}` : ""}`;
  if (hash !== location.hash) history.replaceState(null, "", hash);
  // A click on a view's name comes back to what it showed.
  document.querySelector(`nav [data-view=${view}]`).href = hash;
}

const NAMES = [...document.querySelectorAll("nav [data-view]")].map((link) => link.dataset.view);

/** Says how much of a part of the library is there. */
const tells = (what) => (part) => { $("loading").textContent = `Loading ${what}: ${10 * Math.round(10 * part)} %`; };

/** Makes the views of a kind that the page does not have yet. */
async function make(name) {
  if (name === "piece") {
    views.piece = new PieceView({ ...context, betza: await loadPieces(tells("the pieces (0.5 MB)")), loadGames });
    return;
  }
  const [betza, { GameView }, { DesignView }, { CountView }] = await Promise.all([loadGames(tells("the games (2 MB)")), import("./game.js"), import("./design.js"), import("./count.js")]);
  // Two views may have been asked for while the library was on its way.
  if (views.game) return;
  views.game = new GameView({ ...context, betza });
  views.design = new DesignView({ ...context, betza }, views.game);
  views.count = new CountView({ ...context, betza }, views.game);
}

/** Shows the start of the game that the address names, as a picture that lies beside the page, until the games are loaded. */
function startOf(query) {
  const asked = new URLSearchParams(query);
  if (["fen", "toml", "ini"].some((key) => asked.has(key))) return;
  const name = asked.get("g") ?? "chess";
  const picture = Object.assign(new Image(), { alt: `The start of ${name}`, fetchPriority: "high", src: `starts/${encodeURIComponent(name)}.svg` });
  picture.onerror = () => picture.remove();
  $("game-board").replaceChildren(picture);
}

/** Shows the view that the address names. Only the view that is shown carries the names that tests use. */
async function route() {
  const number = ++routes;
  delete document.documentElement.dataset.ready;
  const [, name = "piece", query = ""] = /^#(\w+)(?:\?(.*))?$/s.exec(location.hash) ?? [];
  const view = NAMES.includes(name) ? name : "piece";
  current = view;
  for (const other of NAMES) {
    const shown = other === view;
    $(`view-${other}`).hidden = !shown;
    for (const e of $(`view-${other}`).querySelectorAll("[data-id]")) {
      if (shown) e.dataset.testid = e.dataset.id;
      else delete e.dataset.testid;
    }
    if (!shown) views[other]?.leave();
    const link = document.querySelector(`nav [data-view=${other}]`);
    if (shown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (!views[view]) {
    if (view === "game") startOf(query);
    try {
      await make(view);
    } catch (e) {
      $("loading").textContent = `The library could not be loaded: ${e.message ?? e}. Load the page again.`;
      throw e;
    }
    // Somebody went elsewhere meanwhile.
    if (number !== routes) return;
  }
  $("loading").textContent = "";
  views[view].enter(Object.fromEntries(new URLSearchParams(query)));
  document.documentElement.dataset.ready = "true";
}

$("share").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    context.say("The link is copied");
  } catch {
    context.say("The link is in the address line");
  }
});
addEventListener("hashchange", route);
route();

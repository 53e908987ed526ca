//! The style sheet.

/// On a light page.
pub(super) const LIGHT: &str = "\
text{font-family:'Inter','Helvetica Neue','DejaVu Sans',Arial,sans-serif;fill:#3b342b}\
.title{font:600 24px 'DejaVu Sans Mono',Menlo,Consolas,monospace}\
.by{font-size:14px;fill:#85796a}\
.co{font-size:14px;text-anchor:middle;fill:#85796a}\
.le{font-size:16px}\
.no{font-size:13px;fill:#85796a}\
.bg{fill:#fffdf8}\
.light{fill:#f6efe0}.dark{fill:#e2d3b5}\
.frame{fill:none;stroke:#8a7555;stroke-width:2}\
.move{fill:#1d7874}\
.ring{fill:none;stroke:#c8402f;stroke-width:4.5}\
.own{fill:none;stroke:#b0741a;stroke-width:4;stroke-dasharray:2.5 3.5}\
.hopring{fill:none;stroke:#7a4fb5;stroke-width:4;stroke-dasharray:7.5 4}\
.hopdot{fill:#f6efe0;stroke:#7a4fb5;stroke-width:4}\
.side{fill:#f2b632;stroke:#9c6b00;stroke-width:2.2;stroke-linejoin:round}\
.victim{fill:none;stroke:#a31621;stroke-linecap:round}\
.lift{fill:none;stroke:#2f6fb3;stroke-width:3;stroke-dasharray:5 4}\
.put{fill:#2f6fb3;fill-opacity:.22;stroke:#2f6fb3;stroke-width:3}\
.leapt{fill:#c8402f}\
.arrow{fill:none;stroke-width:3.5;stroke-linecap:round}\
.ar0{stroke:#2f6fb3}.ar1{stroke:#a3531b}.ar2{stroke:#3f7d2a}.ar3{stroke:#8a3a8f}\
.no0{fill:#2f6fb3}.no1{fill:#a3531b}.no2{fill:#3f7d2a}.no3{fill:#8a3a8f}\
.way{fill:none;stroke:#8d857a;stroke-width:3}.waybar{stroke:#8d857a;stroke-width:3;stroke-linecap:round}\
.stop{fill:#8d857a}.bar{stroke:#f6efe0;stroke-width:3.2;stroke-linecap:round}\
.blocked{fill:none;stroke:#a39a8c;stroke-width:3;stroke-linecap:round}\
.tag{font-size:11.5px;font-weight:700;text-anchor:middle;fill:#fff}.tagbox{fill:#4b5d67}\
.white{fill:#fffdf8;stroke:#2e2a26;stroke-width:2.6}.black{fill:#37322e;stroke:#171412;stroke-width:2.6}\
.onwhite{fill:#37322e}.onblack{fill:#fffdf8}";

/// What differs on a dark page.
pub(super) const DARK: &str = "\
@media (prefers-color-scheme:dark){\
text{fill:#e6dfd2}.by,.co,.no{fill:#a89d8c}\
.bg{fill:#1d1b18}.light{fill:#57503f}.dark{fill:#433c2e}.frame{stroke:#8a7a5c}\
.move{fill:#5ecfc8}.ring{stroke:#ff7d68}.leapt{fill:#ff7d68}.own{stroke:#e6aa4f}\
.hopring,.hopdot{stroke:#bd97f2}.hopdot{fill:#433c2e}\
.victim{stroke:#ff6b76}.lift,.put{stroke:#79b4ee}.put{fill:#79b4ee}\
.stop{fill:#aaa294}.bar{stroke:#1d1b18}.way,.waybar{stroke:#aaa294}.blocked{stroke:#8d8576}\
.ar0{stroke:#79b4ee}.ar1{stroke:#e59a5f}.ar2{stroke:#8cc873}.ar3{stroke:#d48bd9}\
.no0{fill:#79b4ee}.no1{fill:#e59a5f}.no2{fill:#8cc873}.no3{fill:#d48bd9}\
.tag{fill:#fff}.num{fill:#1d1b18}.tagbox{fill:#5d7480}.black{stroke:#d8cfc0}}";

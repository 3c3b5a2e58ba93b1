// The styles of every page: one column on a phone, more where there is room; light, dark and paper.
//
// Colours are Okabe and Ito's (2008), which people tell apart whatever they see of them: blue and vermillion, bluish
// green, reddish purple and orange on light ground; on dark ground the lighter of their kind. Contrast with the ground
// is at least 4.5 : 1 for text and 3 : 1 for marks.

const LIGHT = `
  color-scheme: light;
  --ground: #ffffff; --raised: #f6f7f9; --ink: #1b2330; --muted: #596474; --rule: #d9dee5; --link: #005a8f;
  --c1: #0072b2; --c2: #c24e00; --c3: #008060; --c4: #a8517f; --c5: #9a6700;
  --for: 0 114 178; --against: 213 94 0;`

const DARK = `
  color-scheme: dark;
  --ground: #14181f; --raised: #1d232d; --ink: #e8ecf2; --muted: #a3aebd; --rule: #38414f; --link: #7cc4f5;
  --c1: #56b4e9; --c2: #f0884c; --c3: #35c79a; --c4: #e39bc4; --c5: #e6b23c;
  --for: 86 180 233; --against: 240 136 76;`

const steps = (count: number, rule: (step: number) => string): string =>
  Array.from({ length: count }, (_, step) => rule(step)).join('\n')

export const STYLE = `
:root {${LIGHT}
}
@media (prefers-color-scheme: dark) {
:root {${DARK}
}
}
:root[data-theme=light] {${LIGHT}
}
:root[data-theme=dark] {${DARK}
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main, header > div, footer { max-width: 1280px; margin: 0 auto; padding: 0 24px; }
header { border-bottom: 1px solid var(--rule); background: var(--raised); }
header > div { padding-top: 28px; padding-bottom: 14px; display: grid; grid-template-columns: 1fr auto; gap: 0 16px; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 6px; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 52px 0 10px; scroll-margin-top: 12px; }
section:first-child h2 { margin-top: 28px; }
h3 { font-size: 1rem; line-height: 1.35; margin: 0 0 4px; }
p { margin: 0 0 12px; max-width: 76ch; }
.lead, .note, figcaption p, caption { color: var(--muted); }
.lead { margin: 0; overflow-wrap: anywhere; }
.note { font-size: .9rem; }
a { color: var(--link); }
nav { grid-column: 1 / -1; margin-top: 14px; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 20px; list-style: none; margin: 0; padding: 0; font-size: .95rem; }
button, input, select { font: inherit; font-size: .92rem; color: inherit; background: var(--ground); border: 1px solid var(--muted); border-radius: 6px; padding: 5px 11px; }
button { cursor: pointer; }
button:disabled { opacity: .45; cursor: default; }
button:hover:not(:disabled) { border-color: var(--c1); }
:focus-visible { outline: 3px solid var(--c1); outline-offset: 2px; border-radius: 4px; }
.theme { align-self: start; }
.theme::before { content: "◐ "; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 10px; background: var(--ground); padding: 6px 12px; }
bdi { unicode-bidi: isolate; overflow-wrap: anywhere; }

.tiles { display: grid; gap: 14px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 165px), 1fr)); margin: 12px 0 14px; padding: 0; list-style: none; }
.tile { background: var(--raised); border: 1px solid var(--rule); border-radius: 10px; padding: 14px 18px 12px; }
.tile b { display: block; font-size: 2.05rem; line-height: 1.15; font-variant-numeric: tabular-nums; letter-spacing: -.01em; }
.tile span { display: block; font-weight: 600; font-size: .95rem; letter-spacing: -.005em; }
.tile small { display: block; color: var(--muted); font-size: .86rem; min-height: 1.4em; }

.figures { display: grid; gap: 22px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); align-items: stretch; }
figure { margin: 0; min-width: 0; }
.whole { grid-column: 1 / -1; }
.whole .plot { max-width: 720px; margin: 0 auto; }
#contenders tbody th { white-space: nowrap; }
.card { border: 1px solid var(--rule); border-radius: 10px; padding: 16px 18px; min-width: 0; }
figcaption p { font-size: .9rem; margin: 0 0 8px; }
.plot { display: block; width: 100%; max-width: 560px; height: auto; font: 12.5px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow: visible; }
.plot text, .plot tspan { white-space: pre; }
details { margin-top: 8px; }
summary { cursor: pointer; color: var(--link); font-size: .9rem; width: fit-content; }

.wide { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 0 0 6px; font-size: .9rem; }
th, td { text-align: left; padding: 6px 9px; border-bottom: 1px solid var(--rule); vertical-align: top; }
thead th { border-bottom: 2px solid var(--muted); vertical-align: bottom; white-space: nowrap; }
tbody th { font-weight: 500; }
table bdi { overflow-wrap: break-word; }
#labels-table tbody th, .pairs tbody th, .pairs bdi { min-width: 140px; max-width: 420px; }
.n { text-align: right; white-space: nowrap; }
.best { font-weight: 750; }
tr.group th { padding-top: 18px; font-weight: 700; color: var(--muted); border-bottom-width: 2px; }
.measures td:last-child { color: var(--muted); min-width: 200px; }
th button { border: 0; background: none; padding: 0; font-weight: 600; white-space: nowrap; }
th[aria-sort] button { text-decoration: underline dotted var(--muted); text-underline-offset: 4px; }
th[aria-sort=ascending] button::after { content: " ↑"; color: inherit; }
th[aria-sort=descending] button::after { content: " ↓"; color: inherit; }
.tools { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; margin: 12px 0; }
.tools label { font-size: .92rem; }
.tools input { min-width: 0; width: 240px; max-width: 60vw; }
.pages { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 12px 0 0; font-size: .92rem; }

.bar { display: inline-block; width: 50px; height: 9px; margin-left: 9px; background: var(--rule); border-radius: 3px; vertical-align: 1px; overflow: hidden; }
.bar i { display: block; height: 100%; background: var(--c1); }
${steps(21, (step) => `.bar .b${step} { width: ${step * 5}%; }`)}

.matrix { width: auto; font-size: .86rem; }
.matrix td { text-align: right; min-width: 31px; padding: 5px 5px; border: 1px solid var(--ground); }
.matrix thead th { text-align: right; border: 0; padding: 5px; }
.matrix abbr { text-decoration: none; }
.matrix tbody th { border: 0; padding: 5px 10px 5px 0; white-space: nowrap; max-width: 250px; overflow: hidden; text-overflow: ellipsis; }
.matrix td.right { outline: 1px solid var(--muted); outline-offset: -2px; }
${steps(11, (step) => `.matrix .h${step} { background: rgb(var(--against) / ${(step * 0.075).toFixed(3)}); }\n.matrix .right.h${step} { background: rgb(var(--for) / ${(step * 0.055).toFixed(3)}); }`)}

.mistakes { display: grid; gap: 18px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); align-items: start; }
.verdict { display: grid; grid-template-columns: auto 1fr auto; gap: 2px 12px; margin: 6px 0 10px; font-size: .93rem; }
.verdict dt { color: var(--muted); }
.verdict dd { margin: 0; overflow-wrap: anywhere; font-weight: 600; }
.verdict dd.n { font-weight: 400; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .93rem; line-height: 1.75; border-left: 3px solid var(--rule); padding: 2px 0 2px 12px; margin: 6px 0 8px; max-width: none; unicode-bidi: plaintext; }
.text mark { color: inherit; background: none; border-radius: 3px; padding: 1px 0; }
.text mark.f { border-bottom: 2px solid rgb(var(--for)); }
.text mark.a { border-bottom: 2px dotted rgb(var(--against)); }
${steps(5, (step) => `.text .f${step + 1} { background: rgb(var(--for) / ${(0.06 + step * 0.085).toFixed(3)}); }\n.text .a${step + 1} { background: rgb(var(--against) / ${(0.06 + step * 0.085).toFixed(3)}); }`)}
.sum { font-size: .9rem; color: var(--muted); margin: 0; overflow-wrap: anywhere; }
.key { font-size: .9rem; }
.key .text { color: var(--ink); display: inline; border: 0; padding: 0; }

dl.facts { display: grid; grid-template-columns: minmax(120px, max-content) 1fr; gap: 4px 18px; margin: 10px 0; font-size: .93rem; }
dl.facts dt { color: var(--muted); }
dl.facts dd { margin: 0; overflow-wrap: anywhere; }
code { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.columns { display: grid; gap: 8px 40px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); align-items: start; }
.columns.broad { grid-template-columns: repeat(auto-fit, minmax(min(100%, 560px), 1fr)); gap: 28px 40px; }
footer { margin-top: 60px; padding-top: 16px; padding-bottom: 36px; border-top: 1px solid var(--rule); color: var(--muted); font-size: .88rem; }

@media (max-width: 560px) {
  main, header > div, footer { padding-left: 16px; padding-right: 16px; }
  h1 { font-size: 1.4rem; }
  .tiles { grid-template-columns: 1fr 1fr; gap: 10px; }
  .tile { padding: 10px 12px; }
  .tile b { font-size: 1.55rem; }
  .card { padding: 12px; }
  th, td { padding: 6px 7px; }
  dl.facts { grid-template-columns: 1fr; gap: 0; }
  dl.facts dd { margin-bottom: 8px; }
  .matrix tbody th { max-width: 130px; }
  #labels-table tbody th, .pairs tbody th, .pairs bdi { min-width: 120px; }
  .measures .why { display: none; }
}
@media print {
  :root, :root[data-theme=dark] {${LIGHT}
  }
  body { font-size: 10pt; }
  header { background: none; }
  main, header > div, footer { max-width: none; padding-left: 0; padding-right: 0; }
  nav, .theme, .tools, .pages, .skip, summary { display: none; }
  h2 { margin-top: 26px; break-after: avoid; }
  figure, .card, .tile, tr { break-inside: avoid; }
  .figures { grid-template-columns: 1fr 1fr; }
  .wide { overflow: visible; }
  a { color: inherit; text-decoration: none; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
`

"""The page that `report` writes: its frame and its look."""

from rulekeeper.drawing.markup import Html, el


def document(title: str, style: str, body: Html) -> Html:
    """A whole page. It may neither run a script nor load anything: its policy forbids both."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    head = (
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        el("title", title),
        f"<style>{style}</style>",
    )
    lines = ("<!DOCTYPE html>", '<html lang="en">', "<head>", *head, "</head>", "<body>", body, "</body>", "</html>")
    return Html("\n".join(lines) + "\n")


STYLE = """
:root { color-scheme: light dark; --ink: #1d2129; --soft: #5b6472; --paper: #fbfaf7; --card: #fff; --line: #dcd8ce;
  --accent: #8a3324; --tint: #f4efe4; --warn: #fff3d6; --warn-line: #d9a520; --bad: #b3261e;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK JP", sans-serif;
  --mono: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, "Noto Sans Mono CJK JP", monospace; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e6e1; --soft: #a6adb8; --paper: #16181c; --card: #1e2126; --line: #363b43; --accent: #e8a08f;
    --tint: #262a30; --warn: #3a3018; --warn-line: #b98a1c; --bad: #f2a29b; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 84rem; padding: 1.25rem 1rem 3rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 var(--sans); overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .75rem; padding-bottom: .25rem; border-bottom: 2px solid var(--accent); }
h3 { font-size: 1rem; margin: 0; }
h4 { font-size: .8rem; margin: 0 0 .25rem; color: var(--soft); font-weight: 600; }
p { margin: .4rem 0; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 2px; }
code, pre { font-family: var(--mono); }
code { font-size: .85em; }
pre { margin: 0; padding: .75rem; font-size: 12px; line-height: 1.35; overflow-x: auto; background: var(--tint);
  border: 1px solid var(--line); border-radius: 6px; overflow-wrap: normal; }
blockquote { margin: .5rem 0; padding: .4rem .9rem; border-left: 3px solid var(--accent); background: var(--tint);
  white-space: pre-line; }
dl.about { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1rem; margin: 1rem 0; }
dl.about dt { color: var(--soft); }
dl.about dd { margin: 0; }
nav { font-size: .9rem; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.soft, .when { color: var(--soft); font-size: .875rem; }
.for { padding: .6rem .9rem; background: var(--warn); border: 1px solid var(--warn-line); border-radius: 6px; }
.columns { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 33rem), 1fr)); }
.columns > * { min-width: 0; }
/* Tables stand beside each other only where each has room for 80 columns, in whatever font there is. */
.tables { font: 12px var(--mono); grid-template-columns: repeat(auto-fit, minmax(min(100%, 80ch + 26px), 1fr)); }
.tables > * { font: 16px/1.5 var(--sans); }
.entry, .dispute, .refused { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: .75rem .9rem; margin: .75rem 0; }
.entry > header, .refused > header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .75rem; }
.entry .columns { margin: .4rem 0; gap: .5rem 1rem; }
.entry .columns > * { border-left: 2px solid var(--line); padding-left: .75rem; }
.ruling { border-left: 4px solid var(--accent); }
.refused { border-left: 4px solid var(--bad); }
.struck { border-style: dashed; background: none; }
.struck .facts, .struck .command { text-decoration: line-through; text-decoration-color: var(--soft); opacity: .75; }
.mark { font-size: .75rem; font-weight: 600; padding: .05rem .5rem; border-radius: 1rem; border: 1px solid currentColor;
  color: var(--soft); }
.mark.bad { color: var(--bad); }
.halves { display: grid; gap: 0 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
.halves > * { min-width: 0; }
.command { font-weight: 600; margin: .4rem 0; }
.command span { font-weight: 400; }
.facts { margin: .15rem 0 .5rem; padding-left: 1.2rem; }
.under { font-size: .8rem; color: var(--soft); margin: .4rem 0 0; }
.under a { color: inherit; }
.facts li::marker { color: var(--soft); }
details { margin: .3rem 0; font-size: .875rem; }
summary { cursor: pointer; color: var(--soft); }
details ul { margin: .25rem 0; padding-left: 1.2rem; }
.closed { color: var(--soft); }
ol.rules { list-style: none; padding: 0; columns: 26rem; column-gap: 2rem; }
ol.rules li { break-inside: avoid; margin: 0 0 .9rem; padding: .1rem .4rem; scroll-margin-top: 1rem; }
ol.rules li:target { background: var(--warn); border-radius: 6px; }
ol.rules p { margin: .1rem 0; }
@media (max-width: 30rem) {
  body { padding: .9rem .75rem 2rem; }
  h1 { font-size: 1.35rem; }
  dl.about { gap: .2rem .75rem; font-size: .9rem; }
  dl.proof { grid-template-columns: minmax(0, 1fr); }
  pre { font-size: 11px; padding: .6rem; }
}
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --paper: #fff; --card: #fff; --line: #bbb; --accent: #5c1f14;
    --tint: #f6f6f6; --warn: #fff; --warn-line: #888; --bad: #7d120c; }
  @page { margin: 14mm 12mm; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  nav { display: none; }
  a { color: inherit; text-decoration: none; }
  pre { font-size: 8.5pt; overflow: visible; break-inside: avoid; }
  .columns, .halves { grid-template-columns: minmax(0, 1fr); }
  .dispute, .refused, .facts li { break-inside: avoid; }
  h2, h3, header { break-after: avoid; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
}
"""

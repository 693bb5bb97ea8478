// One sheet of CSS. Colours are named once, for light, and once more for dark; text has a contrast of 4.5 and
// more.
#include "poise/report/html/html_style.h"

namespace poise::internal::html {

std::string_view style() {
  return R"css(
:root{--paper:#fbfaf7;--card:#fff;--ink:#1c2430;--soft:#59636f;--line:#e3e0d8;--accent:#1c5d78;--bar:#cfe1e8;
--alarm:#9b1c1c;--alarm-paper:#fdf0ee;--care:#7a4d00;--care-paper:#fdf5e2;
--k0:#1f4e79;--k1:#2a8f82;--k2:#b8860b;--k3:#c2485a;--k4:#7a5195;--k5:#4a8fc0;--k6:#75833f;--k7:#7d8797}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,
"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:60rem;margin:0 auto;padding:3rem 1.5rem 4rem}
h1,h2{font-family:Georgia,"Iowan Old Style","Times New Roman",serif;font-weight:600;line-height:1.2;text-wrap:balance}
h1{font-size:2.3rem;margin:.2rem 0 .4rem;letter-spacing:-.01em}
h2{font-size:1.45rem;margin:0 0 .8rem}
h3{font-size:1rem;margin:0 0 .3rem}
p{margin:.4rem 0}
.eyebrow{margin:0;color:var(--accent);font-size:.8rem;font-weight:600;letter-spacing:.09em;text-transform:uppercase}
.lead{font-size:1.12rem;color:var(--soft);margin:0}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:1rem 1.5rem;margin:1.6rem 0 0;
padding:1rem 0;border:solid var(--line);border-width:1px 0}
.facts dt{font-size:.8rem;color:var(--soft)}
.facts dd{margin:0;font-weight:600}
section{margin-top:2.8rem}
.note{font-size:.88rem;color:var(--soft);max-width:46rem}
.banner,.warnings{margin:1.5rem 0 0;padding:1rem 1.2rem;border-radius:8px;border-left:6px solid}
.banner{background:var(--alarm);border-color:var(--alarm);color:#fff}
.banner b{display:block;font-size:1.35rem;letter-spacing:.02em}
.warnings{background:var(--care-paper);border-color:#c98a10}
.warnings h2{font:inherit;font-weight:700;margin:0;color:var(--care)}
.warnings ul{margin:.3rem 0 0;padding-left:1.2rem}
.caution{padding:.6rem .9rem;border-left:4px solid var(--alarm);background:var(--alarm-paper);border-radius:4px}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
thead th{font-size:.8rem;font-weight:500;color:var(--soft);text-align:left;vertical-align:bottom;padding:.3rem .5rem}
th.right,td{text-align:right}
tbody th{font-weight:500;text-align:left}
tbody td,tbody th,tfoot td,tfoot th{padding:.5rem;border-top:1px solid var(--line);vertical-align:middle}
th:first-child,td:first-child{padding-left:0}
th:last-child,td:last-child{padding-right:0}
.estimates{table-layout:auto;margin-bottom:.8rem}
.estimates tbody th{width:20%;line-height:1.3}
.estimates td{white-space:nowrap;color:var(--soft)}
.estimates td.value{color:var(--ink);font-weight:650}
.estimates td.picture{width:38%;min-width:12rem;padding-top:.35rem;padding-bottom:.2rem}
.estimates.shared tbody tr:not(.axis) td.picture{padding-top:0;padding-bottom:0}
.estimates .axis td{border-top:0;padding-top:0}
.strip{display:block;overflow:visible}
.bar{fill:var(--bar)}
.interval{stroke:var(--accent);stroke-width:2}
.dot{fill:var(--accent);stroke:var(--paper);stroke-width:1.5}
.tick{stroke:var(--line)}
.zero{stroke:var(--soft);stroke-opacity:.6}
.span{stroke:var(--accent);stroke-opacity:.45}
.ticktext{font-size:10.5px;fill:var(--soft)}
text.q{font-size:11px;fill:var(--ink)}
.quantiles{padding:1rem 0 .9rem;border-top:1px solid var(--line)}
.quantiles h3{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;margin-bottom:.5rem}
.rank{font-size:.88rem;font-weight:400;color:var(--soft)}
.quantiles dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(6.2rem,1fr));gap:.5rem 1rem;margin:.6rem 0 0;
font-variant-numeric:tabular-nums}
.quantiles dt{font-size:.8rem;color:var(--soft)}
.quantiles dd{margin:0;font-weight:600}
details{margin:.8rem 0}
summary{cursor:pointer;color:var(--accent);font-weight:600;padding:.4rem 0}
.scroll{overflow:auto;max-height:34rem;border:1px solid var(--line);border-radius:8px;background:var(--card)}
.plain td,.plain th{padding:.3rem .8rem!important;white-space:nowrap;font-size:.88rem}
.plain tbody th{white-space:normal;min-width:7rem}
.plain thead th{position:sticky;top:0;background:var(--card)}
.total{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .7rem;margin:0 0 .9rem}
.big{font-size:1.8rem;font-weight:650;white-space:nowrap}
.budget{display:block;border-radius:8px;overflow:hidden}
.budget rect{stroke:var(--paper);stroke-width:1}
.cut{stroke:var(--paper);stroke-width:5}
.k0{fill:var(--k0)}.k1{fill:var(--k1)}.k2{fill:var(--k2)}.k3{fill:var(--k3)}
.k4{fill:var(--k4)}.k5{fill:var(--k5)}.k6{fill:var(--k6)}.k7{fill:var(--k7)}
.blocks{display:flex;font-size:.8rem;color:var(--soft);margin-top:.25rem}
.blocks span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;text-align:center;padding:0 .2rem}
.legend{list-style:none;margin:1rem 0 0;padding:0;font-variant-numeric:tabular-nums}
.legend li{display:grid;grid-template-columns:14px 1fr auto 3.6rem;gap:0 .7rem;align-items:start;padding:.4rem 0;
border-bottom:1px solid var(--line)}
.swatch{margin-top:.35rem}
.words,.times{color:var(--soft)}
.words{margin-left:.4rem}
.times{font-size:.88rem}
.amount,.share{text-align:right;white-space:nowrap}
.share{color:var(--soft)}
.meaning,.ledger{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.1rem 1.3rem;
margin-top:1.4rem}
.guess{display:block;margin:.8rem 0 .6rem}
.guess .track{stroke:var(--line);stroke-width:6;stroke-linecap:round}
.guess .reached{stroke:var(--accent);stroke-width:6;stroke-linecap:round}
.book .track{fill:var(--line)}
.book .spent{fill:var(--accent)}
.readings{margin:.2rem 0;padding-left:1.2rem}
sup{line-height:0;font-size:.75em}
.clauses{columns:2 22rem;column-gap:2.4rem}
.clause{break-inside:avoid;margin-bottom:1.3rem}
.clause p,.clause ul{margin:.2rem 0}
.clause ul{padding-left:1.1rem}
.clause h3{color:var(--accent)}
.receipt tbody td,.receipt tbody th,.receipt tfoot td,.receipt tfoot th{padding-top:.3rem;padding-bottom:.3rem}
.receipt caption{text-align:left;font-weight:650;padding-bottom:.3rem}
.receipt tbody th{min-width:6.5rem;overflow-wrap:break-word}
.receipt .exact{word-break:break-all;max-width:30rem}
.receipt tfoot{color:var(--soft)}
.receipt tfoot th{font-weight:400;text-align:left}
.receipts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:1.4rem 2.4rem;
align-items:start;margin:.8rem 0 1.2rem}
.sum tr:last-child>*{border-top:2px solid var(--ink);font-weight:700}
.works{padding-left:1.1rem}
.work{margin:.2rem 0 .7rem;padding-left:.9rem;border-left:3px solid var(--line)}
code{font:.88rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.command{display:block;padding:.7rem .9rem;background:var(--card);border:1px solid var(--line);border-radius:8px;
white-space:pre-wrap}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.88rem;color:var(--soft)}
a{color:var(--accent)}
@media screen and (max-width:46rem){
main{padding:1.6rem 1rem 3rem}
h1{font-size:1.75rem}
.estimates,.estimates tbody{display:block}
.estimates thead{display:none}
.estimates tr{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:.1rem .8rem;padding:.8rem 0;
border-top:1px solid var(--line);align-items:baseline}
.estimates tbody td,.estimates tbody th{border:0;padding:0;width:auto;min-width:0}
.estimates tbody th{grid-column:1/3;font-weight:650}
.estimates td.picture{grid-column:1/-1;grid-row:2;width:auto;padding:.3rem 0!important}
.estimates td.value{grid-column:3;grid-row:1}
.estimates td.noise,.estimates td.rank{text-align:left}
.estimates td.low{text-align:center}
.estimates td{font-size:.95rem}
.estimates td[data-label]:not([data-label=""])::before{content:attr(data-label);display:block;font-size:.75rem}
.estimates .axis{border-top:0;padding-top:0}
.estimates .axis td:first-child{display:none}
.estimates .axis td.picture{grid-row:1}
.legend li{grid-template-columns:14px 1fr auto;grid-template-rows:auto 1fr}
.legend .swatch{grid-area:1/1}
.legend .kind{grid-area:1/2/3/3}
.legend .amount{grid-area:1/3}
.legend .share{grid-area:2/3;font-size:.88rem}
.words{display:block;margin-left:0;font-size:.92rem}
.blocks span{font-size:.7rem}
}
@media screen and (prefers-color-scheme:dark){
:root{--paper:#14181e;--card:#1b2028;--ink:#e8eaed;--soft:#a3adb8;--line:#303743;--accent:#7cc0dc;--bar:#27485a;
--alarm:#b3261e;--alarm-paper:#3a1d1d;--care:#f0c36a;--care-paper:#332a17;
--k0:#6fa3d8;--k1:#4dbfae;--k2:#d9a93a;--k3:#e57f8e;--k4:#b18fce;--k5:#8fc3ea;--k6:#a9b871;--k7:#a4adba}
:root{color-scheme:dark}
}
@media print{
@page{margin:16mm 15mm}
:root{--paper:#fff}
html{font-size:13px}
body{font-size:1rem;print-color-adjust:exact;-webkit-print-color-adjust:exact}
main{max-width:none;padding:0}
section{margin-top:2rem}
h2,h3{break-after:avoid}
tr,li,.clause,.quantiles,.meaning,.ledger,.banner,.warnings,.legend,svg,.receipts table{break-inside:avoid}
thead{display:table-header-group}
tfoot{display:table-row-group}
#receipt .note{break-after:avoid}
.banner{border:3px solid var(--alarm)}
a{color:inherit;text-decoration:none}
}
)css";
}

} // namespace poise::internal::html

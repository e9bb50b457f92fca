/**
 * The styles of all kinds of tables: lines, a footer, names that are cut at the end of their own script in a table of any
 * language, and a shadow at the edge where columns continue. Without scroll
 * timelines, the shadow is a fixed background, and backgrounds that scroll along cover it at the ends.
 */
export const tableStyle = `
.inlay-table{display:flex;flex-direction:column;min-height:0;max-height:100%;font-size:13px;line-height:20px;color:var(--inlay-text)}
.inlay-scroll{display:grid;grid-template-columns:minmax(min-content,1fr);min-height:0;overflow:auto}
.inlay-scroll>table,.inlay-scroll::before,.inlay-scroll::after{grid-area:1/1}
.inlay-scroll::before,.inlay-scroll::after{content:"";position:sticky;inset-inline:0;z-index:4;justify-self:start;width:0;opacity:0;box-shadow:0 0 12px 2px var(--inlay-axis);pointer-events:none}
.inlay-scroll::after{justify-self:end}
@supports(animation-timeline:scroll()){.inlay-scroll::before,.inlay-scroll::after{animation:inlay-scroll both;animation-timeline:scroll(inline)}.inlay-scroll::after{animation-direction:reverse}}
@keyframes inlay-scroll{1%,to{opacity:1}}
.inlay-table table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
.inlay-table caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.inlay-table th,.inlay-table td{padding:6px 0;padding-inline-end:12px;text-align:left;unicode-bidi:plaintext;font-weight:400;border-bottom:1px solid var(--inlay-grid)}
.inlay-table:where([dir=rtl]) :is(th,td){text-align:right}
.inlay-table th:last-child,.inlay-table td:last-child{padding-inline-end:0}
.inlay-table tbody th,.inlay-pin{max-width:18em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.inlay-table thead th{position:sticky;top:0;background:var(--inlay-surface);color:var(--inlay-text-muted);font-size:12px;white-space:nowrap;border-bottom-color:var(--inlay-axis)}
.inlay-table thead th[aria-sort]{color:var(--inlay-text);font-weight:600}
.inlay-table .inlay-number{text-align:end;unicode-bidi:normal;white-space:nowrap;padding-inline-start:12px}
.inlay-table tbody tr:hover{background:var(--inlay-track)}
.inlay-table .inlay-highlighted{background:var(--inlay-track)!important}
.inlay-table .inlay-highlighted,.inlay-table .inlay-highlighted>*{font-weight:600!important}
.inlay-table tfoot th,.inlay-table tfoot td{font-weight:600;border-bottom:0;border-top:1px solid var(--inlay-axis)}
.inlay-tone{padding:2px 8px;margin-inline-end:-8px;border-radius:4px;font-weight:600}
.inlay-good{color:var(--inlay-good);background:var(--inlay-good-soft)}
.inlay-warning{color:var(--inlay-warning);background:var(--inlay-warning-soft)}
.inlay-bad{color:var(--inlay-bad);background:var(--inlay-bad-soft)}
.inlay-table table a{color:var(--inlay-accent-text)}
.inlay-cell-bar{display:block;min-width:72px}
.inlay-image{position:relative;flex:none;margin-block:-2px;vertical-align:middle;object-fit:contain;overflow:hidden;border-radius:4px;background:var(--inlay-track)}
.inlay-image::after{content:"";position:absolute;inset:0;background:var(--inlay-track)}
.inlay-pictured{display:flex;align-items:center;gap:8px}
.inlay-sparkline{display:block;min-width:96px}
.inlay-pinning{container-type:inline-size}
.inlay-pinning table{border-collapse:separate;border-spacing:0}
.inlay-pinning tr{background:var(--inlay-surface)}
.inlay-table .inlay-pin{position:sticky;inset-inline-start:0;z-index:2;background:inherit;box-sizing:border-box;min-width:160px;max-width:160px}
.inlay-table .inlay-pin-last{z-index:1;clip-path:inset(0 -8px)}
.inlay-pinning thead{position:relative;z-index:3}
.inlay-table .inlay-pin-2{inset-inline-start:160px}
@supports(animation-timeline:scroll()){.inlay-pin-last{animation:inlay-pin-last both;animation-timeline:scroll(inline)}@container(max-width:480px){.inlay-pin:not(.inlay-pin-last){clip-path:inset(0 -8px);animation:inlay-pin-last both;animation-timeline:scroll(inline)}}}
@keyframes inlay-pin-last{1%,to{box-shadow:0 0 8px var(--inlay-axis)}}
@container(max-width:480px){.inlay-table .inlay-pin-2{position:static;animation:none}}
.inlay-pinning>.inlay-scroll::before{content:none}
.inlay-table-foot{display:flex;flex:none;gap:12px;align-items:center;margin-top:8px}
.inlay-paged{min-height:28px}
.inlay-table-note{flex:1;margin:0;color:var(--inlay-text-muted);font-size:12px}
@supports not (animation-timeline:scroll()){.inlay-scroll{background:linear-gradient(90deg,var(--inlay-surface) 16px,transparent) 0/32px 100% no-repeat local,linear-gradient(270deg,var(--inlay-surface) 16px,transparent) 100%/32px 100% no-repeat local,linear-gradient(90deg,color-mix(in srgb,var(--inlay-axis) 60%,transparent),transparent) 0/8px 100% no-repeat,linear-gradient(270deg,color-mix(in srgb,var(--inlay-axis) 60%,transparent),transparent) 100%/8px 100% no-repeat}.inlay-pinning tr{background:none}.inlay-table .inlay-pin{background:var(--inlay-surface)}}
`.trim();

import { tableStyle } from '../../parts/table-style.ts';

/**
 * In addition to the rules of all tables, which a page may load before or after these: `.inlay-table.inlay-pivot` is more
 * specific than they are. Row and column names stay visible while scrolling.
 */
const pivotStyle = `
.inlay-table.inlay-pivot table{border-collapse:separate;border-spacing:0}
.inlay-table.inlay-pivot th:last-child,.inlay-table.inlay-pivot td:last-child{padding-inline-end:12px}
.inlay-table.inlay-pivot td{white-space:nowrap;padding-inline-start:12px}
.inlay-table.inlay-pivot td:not(.inlay-words){text-align:end;unicode-bidi:normal}
.inlay-table.inlay-pivot tbody:last-of-type tr:last-child>*{border-bottom:0}
.inlay-table.inlay-pivot>.inlay-scroll::before{content:none}
.inlay-table.inlay-pivot thead{position:sticky;top:0;z-index:2}
.inlay-table.inlay-pivot thead th{position:static;vertical-align:bottom}
.inlay-table.inlay-pivot thead .inlay-wraps{min-width:12em;max-width:12em;white-space:normal;overflow-wrap:anywhere;text-wrap:balance;line-height:16px}
.inlay-table.inlay-pivot .inlay-name{position:sticky;inset-inline-start:0;z-index:1;background:var(--inlay-surface);max-width:min(18em,40vw)}
@supports(animation-timeline:scroll()){.inlay-table.inlay-pivot .inlay-name{clip-path:inset(0 -8px);animation:inlay-pivot both;animation-timeline:scroll(inline)}}
@keyframes inlay-pivot{1%,to{box-shadow:0 0 8px var(--inlay-axis)}}
.inlay-table.inlay-pivot .inlay-span{border-bottom:0;padding-bottom:0;padding-inline-start:12px}
.inlay-table.inlay-pivot .inlay-over{padding-inline-start:12px;color:var(--inlay-text)}
.inlay-table.inlay-pivot .inlay-group>*{font-weight:600}
.inlay-table.inlay-pivot .inlay-sum{font-weight:500}
.inlay-table.inlay-pivot .inlay-group>.inlay-sum,.inlay-table.inlay-pivot tfoot .inlay-sum{font-weight:600}
.inlay-table.inlay-pivot .inlay-edge{border-inline-start:1px solid var(--inlay-axis)}
.inlay-table.inlay-pivot tr[data-level="2"]>th{padding-inline-start:18px}
.inlay-table.inlay-pivot tr[data-level="3"]>th{padding-inline-start:36px}
.inlay-table.inlay-pivot tr[data-level]:not([data-level="1"],[data-level="2"],[data-level="3"])>th{padding-inline-start:54px}
.inlay-table.inlay-pivot button{all:unset;cursor:pointer}
.inlay-table.inlay-pivot button:focus-visible{outline:2px solid var(--inlay-accent);outline-offset:2px;border-radius:2px}
.inlay-table.inlay-pivot button::before{content:"";display:inline-block;width:5px;height:5px;margin-inline:2px 9px;border:solid var(--inlay-text-muted);border-width:0 1.5px 1.5px 0;transform:translateY(-2px) rotate(45deg)}
.inlay-table.inlay-pivot button[aria-expanded=false]::before{transform:rotate(-45deg)}
.inlay-table.inlay-pivot[dir=rtl] button[aria-expanded=false]::before{transform:rotate(135deg)}
`.trim();

export const styles = [tableStyle, pivotStyle];

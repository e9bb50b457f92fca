/** In addition to the rules of all tables. Row and column names stay visible while scrolling. */
export const style = `
.inlay-pivot table{border-collapse:separate;border-spacing:0}
.inlay-pivot th:last-child,.inlay-pivot td:last-child{padding-inline-end:12px}
.inlay-pivot td{text-align:end;white-space:nowrap;padding-inline-start:12px}
.inlay-pivot .inlay-words{text-align:start}
.inlay-pivot tbody:last-of-type tr:last-child>*{border-bottom:0}
.inlay-pivot thead{position:sticky;top:0;z-index:2}
.inlay-pivot thead th{position:static;vertical-align:bottom}
.inlay-pivot .inlay-name{position:sticky;inset-inline-start:0;z-index:1;background:var(--inlay-surface);max-width:min(18em,40vw)}
.inlay-pivot .inlay-span{border-bottom:0;padding-bottom:0;padding-inline-start:12px}
.inlay-pivot .inlay-over{padding-inline-start:12px;color:var(--inlay-text)}
.inlay-pivot .inlay-group>*{font-weight:600}
.inlay-pivot .inlay-sum{font-weight:500}
.inlay-pivot .inlay-group>.inlay-sum,.inlay-pivot tfoot .inlay-sum{font-weight:600}
.inlay-pivot .inlay-edge{border-inline-start:1px solid var(--inlay-axis)}
.inlay-pivot tr[data-level="2"]>th{padding-inline-start:18px}
.inlay-pivot tr[data-level="3"]>th{padding-inline-start:36px}
.inlay-pivot tr[data-level]:not([data-level="1"],[data-level="2"],[data-level="3"])>th{padding-inline-start:54px}
.inlay-pivot button{all:unset;cursor:pointer}
.inlay-pivot button:focus-visible{outline:2px solid var(--inlay-accent);outline-offset:2px;border-radius:2px}
.inlay-pivot button::before{content:"";display:inline-block;width:5px;height:5px;margin-inline:2px 9px;border:solid var(--inlay-text-muted);border-width:0 1.5px 1.5px 0;transform:translateY(-2px) rotate(45deg)}
.inlay-pivot button[aria-expanded=false]::before{transform:rotate(-45deg)}
.inlay-pivot[dir=rtl] button[aria-expanded=false]::before{transform:rotate(135deg)}
`.trim();

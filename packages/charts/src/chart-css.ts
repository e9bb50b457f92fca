/**
 * Styles that attributes cannot express: charts scale with their box, use tabular figures, and a name has the direction of
 * its own script, in a chart of any language. Uses the tokens of
 * `themeCss`. Include it once per page, with `kindStyle`.
 */
export const chartCss = `
.inlay-chart{display:block;width:100%;height:auto;font-variant-numeric:tabular-nums;overflow:visible}
.inlay-chart:focus-visible{outline:2px solid var(--inlay-accent);outline-offset:4px;border-radius:4px}
.inlay-chart text{text-rendering:optimizeLegibility;unicode-bidi:plaintext}
.inlay-loading{animation:inlay-loading 1.6s ease-in-out infinite}
@keyframes inlay-loading{50%{opacity:.55}}
@media(prefers-reduced-motion:reduce){.inlay-loading{animation:none}}
.inlay-data,.inlay-data caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.inlay-data{display:block}
`.trim();

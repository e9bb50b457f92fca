// Every kind of chart; a new one is its folder and a line here (docs/guide/add-a-chart.md).
export { area } from './area/index.ts';
export { bar } from './bar/index.ts';
export { barLine } from './bar-line/index.ts';
export { boxPlot } from './box-plot/index.ts';
export { bullet } from './bullet/index.ts';
export { funnel } from './funnel/index.ts';
export { heatmap } from './heatmap/index.ts';
export { histogram } from './histogram/index.ts';
export { kpi } from './kpi/index.ts';
export { leaderboard } from './leaderboard/index.ts';
export { line } from './line/index.ts';
export { pie } from './pie/index.ts';
export { pivotTable } from './pivot-table/index.ts';
export { scatter } from './scatter/index.ts';
export { table } from './table/index.ts';
export { treemap } from './treemap/index.ts';
export { waterfall } from './waterfall/index.ts';

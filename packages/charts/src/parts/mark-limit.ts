import type { ChartProps } from '../chart-props.ts';

/** The maximum number of marks in all panels of a tile: more would make a page heavy. */
const maxInPanels = 600;

/** The maximum number of marks of a chart. A panel has its share of the maximum for all panels. */
export const markLimit = ({ panel }: ChartProps, own: number): number =>
  panel ? Math.min(own, Math.max(1, Math.floor(maxInPanels / panel.count))) : own;

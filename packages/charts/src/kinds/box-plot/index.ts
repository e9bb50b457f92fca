import { defineChart } from '../../define-chart.ts';
import { strokes } from '../../thumbnail.ts';
import { messages } from './messages.ts';
import { options } from './options.ts';

const box = (x: number, [high, upper, lower, low]: readonly [number, number, number, number]) =>
  [
    [
      [x, high],
      [x, upper],
    ],
    [
      [x - 0.1, upper],
      [x + 0.1, upper],
      [x + 0.1, lower],
      [x - 0.1, lower],
      [x - 0.1, upper],
    ],
    [
      [x, lower],
      [x, low],
    ],
  ] as const;

export const boxPlot = defineChart({
  kind: 'box-plot',
  place: 86,
  messages,
  icon: 'M6 3v3M6 13v4M4 6h4v7H4zM4 9h4M14 4v4M14 14v2M12 8h4v6h-4zM12 11h4',
  thumbnail: strokes([
    ...box(0.2, [0.1, 0.3, 0.6, 0.8]),
    ...box(0.5, [0.3, 0.45, 0.75, 1]),
    ...box(0.8, [0, 0.2, 0.5, 0.7]),
  ]),
  fit: ({ times, names, measures }) => Number(measures >= 1 && times + names >= 1 && times + names <= 2),
  options,
  colors: 'parts',
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).boxPlotChart,
});

import { defineChart } from '../../define-chart.ts';
import { options } from './options.ts';

export const bullet = defineChart({
  kind: 'bullet',
  place: 65,
  icon: 'M3 6h10M3 14h7M15 3.5v5M13 11.5v5',
  fit: ({ times, names, measures }) => Number(measures >= 1 && times + names <= 1),
  options,
  isRanking: true,
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).bulletChart,
});

import { defineChart } from '../../define-chart.ts';
import { options } from './options.ts';
import { refuseAdding } from './refuse-adding.ts';
import { waterfallQuery } from './waterfall-query.ts';

export const waterfall = defineChart({
  kind: 'waterfall',
  place: 100,
  icon: 'M4 16V5M8 5v4M12 9v3M16 16v-4',
  fit: ({ times, names, measures }) => Number(measures === 1 && times + names === 1),
  options,
  refuse: refuseAdding,
  query: waterfallQuery,
  isGrid: true,
  isRanking: true,
  hasAnnotations: true,
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).waterfallChart,
});

import { defineChart } from '../../define-chart.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

export const funnel = defineChart({
  kind: 'funnel',
  place: 110,
  icon: 'M3 4h14M5.5 8.5h9M7.5 13h5M9 17h2',
  fit: ({ times, names, measures }) => Number(measures === 1 && names === 1 && times === 0),
  options: { x, y },
  isRanking: true,
  hasOthers: true,
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).funnelChart,
});

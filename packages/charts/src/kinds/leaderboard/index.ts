import { defineChart } from '../../define-chart.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

export const leaderboard = defineChart({
  kind: 'leaderboard',
  place: 60,
  icon: 'M3 5h14M3 10h9M3 15h6',
  fit: ({ times, names, measures }) => Number(measures >= 1 && names === 1 && times === 0),
  options: { x, y },
  isRanking: true,
  hasOthers: true,
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).leaderboardChart,
});

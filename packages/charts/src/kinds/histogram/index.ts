import { defineChart } from '../../define-chart.ts';
import { messages } from './messages.ts';
import { options } from './options.ts';

export const histogram = defineChart({
  kind: 'histogram',
  place: 84,
  messages,
  icon: 'M3 16v-3h3.5V9H10V4h3.5v6H17v6zM6.5 13v3M10 9v7M13.5 10v6',
  thumbnail: ({ x, y, width, height }) =>
    [0.25, 0.55, 0.95, 0.7, 0.35]
      .map((tall, index) => {
        const left = (x + index * 0.2 * width).toFixed(1);
        const top = (y + (1 - tall) * height).toFixed(1);
        return `M${left} ${y + height}V${top}h${(0.2 * width).toFixed(1)}V${y + height}`;
      })
      .join(''),
  fit: ({ times, names, measures }) => Number(measures >= 1 && times + names >= 1),
  options,
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).histogramChart,
});

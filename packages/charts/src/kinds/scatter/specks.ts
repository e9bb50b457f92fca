import type { ChartProps, Size } from '../../chart-props.ts';
import { dimmed, isDimmed } from '../../parts/focus.ts';
import { g, type Markup, path } from '../../parts/svg.ts';
import type { SeriesFill } from '../../theme/create-theme.ts';
import type { Points, ScatterPoint } from './read-points.ts';

/**
 * Draws thousands of points as one path with round caps per color. Points on the same pixel are drawn once, and row by
 * row, so that each is a small step from the previous one: a third of the bytes.
 */
export function specks(
  props: ChartProps,
  data: Points,
  x: (value: number) => number,
  y: (value: number) => number,
  fills: readonly SeriesFill[],
): Markup {
  const byGroup = data.groups.length > 1 ? Map.groupBy(data.points, ({ group }) => group) : undefined;
  return g(
    { 'stroke-linecap': 'round', 'stroke-width': 4, 'stroke-opacity': 0.75 },
    data.groups.flatMap((group, index) => {
      const all = byGroup?.get(group) ?? data.points;
      const draw = (points: readonly ScatterPoint[], opacity?: number) => {
        const pixels = pixelSet(props.size);
        for (const point of points) pixels.add(x(point.x), y(point.y));
        return path(pixels.path(), { stroke: fills[index]?.color, opacity });
      };
      if (!props.emphasis?.has) return draw(all);
      const isMuted = ({ row }: ScatterPoint) => isDimmed(props, [row]);
      return [draw(all.filter(isMuted), dimmed), draw(all.filter((point) => !isMuted(point)))];
    }),
  );
}

/** A bitmap of the pixels with a point: faster than sorting thousands of points. */
function pixelSet(size: Size): { add: (x: number, y: number) => void; path: () => string } {
  const width = Math.ceil(size.width) + 1;
  const words = new Uint32Array(Math.ceil((width * (Math.ceil(size.height) + 1)) / 32));
  return {
    add(x, y) {
      const place = Math.round(y) * width + Math.round(x);
      const word = place >>> 5;
      words[word] = (words[word] as number) | (1 << (place & 31));
    },
    /** Row by row, as dots for a round cap, each relative to the previous one. */
    path() {
      let d = '';
      let [x, y] = [0, 0];
      for (let word = 0; word < words.length; word += 1) {
        // Clears the lowest bit until none is left.
        for (let bits = words[word] as number; bits !== 0; bits &= bits - 1) {
          const place = word * 32 + 31 - Math.clz32(bits & -bits);
          const toY = Math.floor(place / width);
          const toX = place - toY * width;
          d += `m${toX - x} ${toY - y}h0`;
          x = toX;
          y = toY;
        }
      }
      return d;
    },
  };
}

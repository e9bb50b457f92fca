import type { FoldedMarks, Mark, MarkItem } from './marks.ts';

/** The position of a hit target and its content. */
interface MarkArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly mark: Mark;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Reads what `pointsPath` wrote. */
function readPoints(path: string): readonly (readonly [x: number, y: number | null])[] {
  let [x, y] = [0, 0];
  return [...path.matchAll(/([Mlz])(-?[\d.]+)(?: (-?[\d.]+))?/g)].map(([, command, across, down]) => {
    if (command === 'z') return [Number(across), null];
    x = tenth(Number(across) + (command === 'l' ? x : 0));
    y = tenth(Number(down) + (command === 'l' ? y : 0));
    return [x, y];
  });
}

/** One column a mark, as wide as the way to its neighbours. `cell` reads the table beside the chart. */
export function unfoldMarks(text: string, cell: (row: number, column: number) => string): MarkArea[] {
  const [y, height, from, to, paths, words] = JSON.parse(text) as FoldedMarks;
  const series = paths.map(readPoints);
  const word = (row: number, place: number): string => {
    const said = words[typeof words[0] === 'number' ? place : row * (series.length + 1) + place];
    return typeof said === 'number' ? cell(row, said) : (said ?? '');
  };
  let edge = from;
  return (series[0] ?? []).map(([x], row, points) => {
    const following = points[row + 1];
    const next = following ? (x + following[0]) / 2 : to;
    const items = series.flatMap((each, index): MarkItem[] => {
      const height = each[row]?.[1] ?? null;
      return height === null ? [] : [[index, height, word(row, index + 1)]];
    });
    const area = {
      x: tenth(Math.min(edge, next)),
      y,
      width: tenth(Math.abs(next - edge)),
      height,
      mark: [word(row, 0), x, items],
    } as const;
    edge = next;
    return area;
  });
}

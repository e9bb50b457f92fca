import type { Span, WrittenMark } from '@inlay/charts/parts/marks';
import { fromRanges } from '@inlay/charts/parts/row-ranges';

/** A mark of a chart, as its element says it. */
export interface ChartMark {
  readonly element: SVGElement;
  readonly label: string;
  /** In units of the drawing. */
  readonly x: number;
  readonly items: readonly ChartItem[];
  /** The result rows behind it. */
  readonly rows: readonly number[];
}

/** One of its values. */
export interface ChartItem {
  readonly name: string;
  readonly color: string;
  readonly y: number;
  readonly text: string;
  readonly rows: readonly number[];
  readonly span?: Span | undefined;
}

type SeriesNames = readonly (readonly [name: string, color: string])[];

export function readMarks(chart: SVGSVGElement): readonly ChartMark[] {
  return [...chart.querySelectorAll<SVGElement>('[data-mark]')].flatMap(
    (element) => readMark(chart, element) ?? [],
  );
}

export function readMark(chart: SVGSVGElement, element: SVGElement): ChartMark | undefined {
  if (element.dataset.mark === undefined) return undefined;
  const series: SeriesNames = JSON.parse(chart.dataset.series ?? '[]');
  const [label, x, written, rows = []]: WrittenMark = JSON.parse(element.dataset.mark);
  const items = written.map(([index, y, text, own, span]) => {
    const [name, color] = series[index] ?? ['', 'currentColor'];
    return { name, color, y, text, rows: fromRanges(own), span };
  });
  const all = new Set([...fromRanges(rows), ...items.flatMap((item) => item.rows)]);
  return { element, label, x, items, rows: [...all] };
}

/** The item of a mark under a place on the screen, or else the one that is nearest in height. */
export function itemAt(
  chart: SVGSVGElement,
  { items }: ChartMark,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): ChartItem | undefined {
  const box = chart.getBoundingClientRect();
  const { y, width, height } = chart.viewBox.baseVal;
  const at = {
    x: ((clientX - box.left) / box.width) * width,
    y: y + ((clientY - box.top) / box.height) * height,
  };
  const isOn = ({ span }: ChartItem) => span && at[span[0]] >= span[1] && at[span[0]] <= span[2];
  return items.find(isOn) ?? items.toSorted((a, b) => Math.abs(a.y - at.y) - Math.abs(b.y - at.y))[0];
}

import type { Mark } from '@inlay/charts/parts/marks';

/** A place of a chart where a tooltip or the keyboard marks, as the markup says it. */
export interface ChartMark {
  readonly element: SVGElement;
  readonly label: string;
  /** In units of the drawing. */
  readonly x: number;
  readonly items: readonly ChartItem[];
}

export interface ChartItem {
  readonly name: string;
  readonly paint: string;
  readonly y: number;
  readonly text: string;
}

type SeriesNames = readonly (readonly [name: string, paint: string])[];

export function readMarks(chart: SVGSVGElement): readonly ChartMark[] {
  return [...chart.querySelectorAll<SVGElement>('[data-mark]')].flatMap(
    (element) => readMark(chart, element) ?? [],
  );
}

export function readMark(chart: SVGSVGElement, element: SVGElement): ChartMark | undefined {
  if (element.dataset.mark === undefined) return undefined;
  const series: SeriesNames = JSON.parse(chart.dataset.series ?? '[]');
  const [label, x, items]: Mark = JSON.parse(element.dataset.mark);
  return {
    element,
    label,
    x,
    items: items.map(([index, y, text]) => {
      const [name, paint] = series[index] ?? ['', 'currentColor'];
      return { name, paint, y, text };
    }),
  };
}

/** The line of a mark that lies nearest to a height on the screen. */
export function nearestLine(chart: SVGSVGElement, mark: ChartMark, clientY: number): ChartItem | undefined {
  const box = chart.getBoundingClientRect();
  const y = (clientY - box.top) / (box.height / chart.viewBox.baseVal.height);
  return mark.items.toSorted((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y))[0];
}

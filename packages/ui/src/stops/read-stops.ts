import type { Stop } from '@inlay/charts/parts/stops';

/** A place of a chart where a tooltip or the keyboard stops, as the markup says it. */
export interface ChartStop {
  readonly element: SVGElement;
  readonly label: string;
  /** In units of the drawing. */
  readonly x: number;
  readonly items: readonly StopLine[];
}

export interface StopLine {
  readonly name: string;
  readonly paint: string;
  readonly y: number;
  readonly text: string;
}

type SeriesNames = readonly (readonly [name: string, paint: string])[];

export function readStops(chart: SVGSVGElement): readonly ChartStop[] {
  return [...chart.querySelectorAll<SVGElement>('[data-stop]')].flatMap(
    (element) => readStop(chart, element) ?? [],
  );
}

export function readStop(chart: SVGSVGElement, element: SVGElement): ChartStop | undefined {
  if (element.dataset.stop === undefined) return undefined;
  const series: SeriesNames = JSON.parse(chart.dataset.series ?? '[]');
  const [label, x, items]: Stop = JSON.parse(element.dataset.stop);
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

/** The line of a stop that lies nearest to a height on the screen. */
export function nearestLine(chart: SVGSVGElement, stop: ChartStop, clientY: number): StopLine | undefined {
  const box = chart.getBoundingClientRect();
  const y = (clientY - box.top) / (box.height / chart.viewBox.baseVal.height);
  return stop.items.toSorted((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y))[0];
}

import type { ChartStop } from './read-stops.ts';

/** Where a key leads from a stop; nowhere for keys that mean something else. */
export function nextStop(
  chart: SVGSVGElement,
  stops: readonly ChartStop[],
  current: ChartStop | undefined,
  key: string,
): ChartStop | undefined {
  const rtl = chart.getAttribute('direction') === 'rtl';
  const at = stops.findIndex(({ element }) => element === current?.element);
  if (key === 'Home') return stops[0];
  if (key === 'End') return stops.at(-1);
  if (chart.dataset.kind === 'heatmap' && current && (key === 'ArrowUp' || key === 'ArrowDown')) {
    return nextRow(stops, current, key === 'ArrowDown' ? 1 : -1) ?? current;
  }
  const forward = key === 'ArrowDown' || key === (rtl ? 'ArrowLeft' : 'ArrowRight');
  const back = key === 'ArrowUp' || key === (rtl ? 'ArrowRight' : 'ArrowLeft');
  if (!forward && !back) return undefined;
  if (at < 0) return forward ? stops[0] : stops.at(-1);
  return stops[Math.max(0, Math.min(stops.length - 1, at + (forward ? 1 : -1)))];
}

function nextRow(stops: readonly ChartStop[], from: ChartStop, way: 1 | -1): ChartStop | undefined {
  const height = ({ items }: ChartStop) => items[0]?.y ?? 0;
  return stops
    .filter((stop) => stop.x === from.x && (height(stop) - height(from)) * way > 0)
    .toSorted((a, b) => (height(a) - height(b)) * way)[0];
}

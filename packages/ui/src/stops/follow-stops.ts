import { announce } from '../announce.ts';
import { layStops } from './lay-stops.ts';
import { markStop, unmarkStop } from './mark-stop.ts';
import { type ChartStop, nearestLine, readStop, readStops, type StopLine } from './read-stops.ts';
import { createTooltip } from './tooltip.ts';

/** A viewer chose a stop by click, tap, Enter or space. */
export type OnChoose = (chart: SVGSVGElement, stop: ChartStop, line: StopLine | undefined) => void;

/**
 * Tooltips and keyboard for every chart of the page, drawn now or later, from what the markup says. The page is
 * listened to as a whole: charts come and go.
 */
export function followStops(onChoose: OnChoose): void {
  layStops();
  const tooltip = createTooltip();
  let now: { readonly chart: SVGSVGElement; readonly stop: ChartStop } | undefined;

  const leave = () => {
    if (now) unmarkStop(now.chart);
    now = undefined;
    tooltip.hide();
  };
  const visit = (chart: SVGSVGElement, stop: ChartStop) => {
    if (now?.stop.element === stop.element) return;
    if (now) unmarkStop(now.chart);
    now = { chart, stop };
    markStop(chart, stop);
    tooltip.show(chart, stop);
  };
  const point = ({ target }: Event) => {
    const found = stopUnder(target);
    if (found) visit(...found);
    else if (now && document.activeElement !== now.chart) leave();
  };

  document.addEventListener('pointerover', point);
  document.addEventListener('pointerdown', point);
  document.documentElement.addEventListener('pointerleave', leave);
  addEventListener('scroll', leave, { capture: true, passive: true });
  document.addEventListener('focusout', leave);

  document.addEventListener('click', (event) => {
    const found = stopUnder(event.target);
    if (found) onChoose(...found, nearestLine(...found, event.clientY));
  });

  document.addEventListener('keydown', (event) => {
    const chart = event.target;
    if (!(chart instanceof SVGSVGElement) || !chart.matches('.inlay-chart')) return;
    const current = now?.chart === chart ? now.stop : undefined;
    if (event.key === 'Escape' && current) {
      leave();
      event.stopPropagation();
      return;
    }
    if ((event.key === 'Enter' || event.key === ' ') && current) {
      event.preventDefault();
      return onChoose(chart, current, current.items[0]);
    }
    const next = nextStop(chart, readStops(chart), current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    visit(chart, next);
    announce(sentence(next));
  });
}

function stopUnder(target: EventTarget | null): [SVGSVGElement, ChartStop] | undefined {
  const element = target instanceof Element ? target.closest<SVGElement>('[data-stop]') : null;
  const chart = element?.ownerSVGElement;
  const stop = chart && readStop(chart, element);
  return stop ? [chart, stop] : undefined;
}

const sentence = ({ label, items }: ChartStop): string =>
  `${label}: ${items.map(({ name, text }) => (name && name !== label ? `${name} ${text}` : text)).join(', ')}`;

/** Where a key leads from a stop; nowhere for keys that mean something else. */
function nextStop(
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

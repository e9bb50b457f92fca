import { announce } from '../announce.ts';
import { layStops } from './lay-stops.ts';
import { markStop, unmarkStop } from './mark-stop.ts';
import { nextStop } from './next-stop.ts';
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

import { announce } from '../announce.ts';
import { type ChartItem, type ChartMark, itemAt, readMark, readMarks } from './read-marks.ts';
import { createTooltip } from './tooltip.ts';

/** A viewer chose a mark by click, tap, Enter or space. */
export type OnChoose = (chart: SVGSVGElement, mark: ChartMark, item: ChartItem | undefined) => void;

/**
 * Tooltips and keyboard for every chart of the page, drawn now or later, from what the markup says. The page is
 * listened to as a whole: charts come and go.
 */
export function followMarks(onChoose: OnChoose): void {
  const tooltip = createTooltip();
  let now: { readonly chart: SVGSVGElement; readonly mark: ChartMark } | undefined;

  const leave = () => {
    if (now) clearHighlight(now.chart);
    now = undefined;
    tooltip.hide();
  };
  const visit = (chart: SVGSVGElement, mark: ChartMark) => {
    if (now?.mark.element === mark.element) return;
    if (now) clearHighlight(now.chart);
    now = { chart, mark };
    highlightMark(chart, mark);
    tooltip.show(chart, mark);
  };
  const point = ({ target }: Event) => {
    const found = markUnder(target);
    if (found) visit(...found);
    else if (now && document.activeElement !== now.chart) leave();
  };

  document.addEventListener('pointerover', point);
  document.addEventListener('pointerdown', point);
  document.documentElement.addEventListener('pointerleave', leave);
  addEventListener('scroll', leave, { capture: true, passive: true });
  document.addEventListener('focusout', leave);

  document.addEventListener('click', (event) => {
    const found = markUnder(event.target);
    if (found) onChoose(...found, itemAt(...found, event));
  });

  document.addEventListener('keydown', (event) => {
    const chart = event.target;
    if (!(chart instanceof SVGSVGElement) || !chart.matches('.inlay-chart')) return;
    const current = now?.chart === chart ? now.mark : undefined;
    if (event.key === 'Escape' && current) {
      leave();
      event.stopPropagation();
      return;
    }
    if ((event.key === 'Enter' || event.key === ' ') && current) {
      event.preventDefault();
      return onChoose(chart, current, current.items[0]);
    }
    const next = nextMark(chart, readMarks(chart), current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    visit(chart, next);
    announce([sentence(next), chart.dataset.action].filter(Boolean).join('. '));
  });
}

function markUnder(target: EventTarget | null): [SVGSVGElement, ChartMark] | undefined {
  const element = target instanceof Element ? target.closest<SVGElement>('[data-mark]') : null;
  const chart = element?.ownerSVGElement;
  const mark = chart && readMark(chart, element);
  return mark ? [chart, mark] : undefined;
}

const sentence = ({ label, items }: ChartMark): string =>
  `${label}: ${items.map(({ name, text }) => (name && name !== label ? `${name} ${text}` : text)).join(', ')}`;

/** Where a key leads from a mark; nowhere for keys that mean something else. */
function nextMark(
  chart: SVGSVGElement,
  marks: readonly ChartMark[],
  current: ChartMark | undefined,
  key: string,
): ChartMark | undefined {
  const rtl = chart.getAttribute('direction') === 'rtl';
  const at = marks.findIndex(({ element }) => element === current?.element);
  if (key === 'Home') return marks[0];
  if (key === 'End') return marks.at(-1);
  if (chart.dataset.keys === 'grid' && current && (key === 'ArrowUp' || key === 'ArrowDown')) {
    return nextRow(marks, current, key === 'ArrowDown' ? 1 : -1) ?? current;
  }
  const forward = key === 'ArrowDown' || key === (rtl ? 'ArrowLeft' : 'ArrowRight');
  const back = key === 'ArrowUp' || key === (rtl ? 'ArrowRight' : 'ArrowLeft');
  if (!forward && !back) return undefined;
  if (at < 0) return forward ? marks[0] : marks.at(-1);
  return marks[Math.max(0, Math.min(marks.length - 1, at + (forward ? 1 : -1)))];
}

function nextRow(marks: readonly ChartMark[], from: ChartMark, way: 1 | -1): ChartMark | undefined {
  const height = ({ items }: ChartMark) => items[0]?.y ?? 0;
  return marks
    .filter((mark) => mark.x === from.x && (height(mark) - height(from)) * way > 0)
    .toSorted((a, b) => (height(a) - height(b)) * way)[0];
}

const SVG = 'http://www.w3.org/2000/svg';

/** Highlights a hit target in the drawing. It only adds elements, which are removed again. */
function highlightMark(chart: SVGSVGElement, mark: ChartMark): void {
  clearHighlight(chart);
  const shown = (chart.dataset.highlight ?? '').split(' ');
  const added = document.createElementNS(SVG, 'g');
  added.setAttribute('class', 'inlay-highlight');
  if (shown.includes('line') && mark.element instanceof SVGGraphicsElement) {
    const { y, height } = mark.element.getBBox();
    added.append(shape('line', { x1: mark.x, x2: mark.x, y1: y, y2: y + height }));
  } else {
    mark.element.classList.add(isArea(mark.element) ? 'inlay-on-area' : 'inlay-on-mark');
  }
  if (shown.includes('dots')) {
    added.append(
      ...mark.items.map(({ y, color }) => shape('circle', { cx: mark.x, cy: y, r: 4, fill: color })),
    );
  }
  chart.append(added);
}

function clearHighlight(chart: Element): void {
  chart.querySelector('.inlay-highlight')?.remove();
  for (const marked of chart.querySelectorAll('.inlay-on-area,.inlay-on-mark')) {
    marked.classList.remove('inlay-on-area', 'inlay-on-mark');
  }
}

/** Charts put invisible hit areas into a group without fill; other marks are marks themselves. */
const isArea = (element: Element): boolean =>
  element.closest('[fill]:not([data-mark])')?.getAttribute('fill') === 'none';

function shape(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, `${value}`);
  return made;
}

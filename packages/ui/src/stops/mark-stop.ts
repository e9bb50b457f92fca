import type { ChartStop } from './read-stops.ts';

const SVG = 'http://www.w3.org/2000/svg';
const WITH_LINE = new Set(['line', 'area']);
const WITH_DOTS = new Set(['line', 'area', 'scatter']);

/** Highlights a hit target in the drawing. It only adds elements, which are removed again. */
export function markStop(chart: SVGSVGElement, stop: ChartStop): void {
  unmarkStop(chart);
  const kind = chart.dataset.kind ?? '';
  const added = document.createElementNS(SVG, 'g');
  added.setAttribute('class', 'inlay-mark');
  if (WITH_LINE.has(kind) && stop.element instanceof SVGGraphicsElement) {
    const { y, height } = stop.element.getBBox();
    added.append(shape('line', { x1: stop.x, x2: stop.x, y1: y, y2: y + height }));
  } else {
    stop.element.classList.add(isArea(stop.element) ? 'inlay-on-area' : 'inlay-on-mark');
  }
  if (WITH_DOTS.has(kind)) {
    added.append(
      ...stop.items.map(({ y, paint }) => shape('circle', { cx: stop.x, cy: y, r: 4, fill: paint })),
    );
  }
  chart.append(added);
}

export function unmarkStop(chart: Element): void {
  chart.querySelector('.inlay-mark')?.remove();
  for (const marked of chart.querySelectorAll('.inlay-on-area,.inlay-on-mark')) {
    marked.classList.remove('inlay-on-area', 'inlay-on-mark');
  }
}

/** Charts put invisible hit areas into a group without fill; other stops are marks themselves. */
const isArea = (element: Element): boolean =>
  element.closest('[fill]:not([data-stop])')?.getAttribute('fill') === 'none';

function shape(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, `${value}`);
  return made;
}

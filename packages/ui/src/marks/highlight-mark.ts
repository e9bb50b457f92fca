import type { ChartMark } from './read-marks.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Highlights a hit target in the drawing. It only adds elements, which are removed again. */
export function highlightMark(chart: SVGSVGElement, mark: ChartMark): void {
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

export function clearHighlight(chart: Element): void {
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

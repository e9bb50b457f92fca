const PADDING = 24;
const TITLE = 32;
const SVG = 'http://www.w3.org/2000/svg';

export interface TitledChart {
  readonly title: string;
  readonly chart: SVGSVGElement;
}

/** Combines charts into one standalone file: titles, resolved colors, and a background. */
export function toSvg(charts: readonly TitledChart[]): { text: string; width: number; height: number } {
  const root = getComputedStyle(document.documentElement);
  const color = (token: string) => root.getPropertyValue(`--inlay-${token}`).trim();
  const sizes = charts.map(({ chart }) => chart.viewBox.baseVal);
  const width = Math.max(...sizes.map((size) => size.width)) + 2 * PADDING;
  const file = make('svg', { xmlns: SVG });
  file.append(make('rect', { width: '100%', height: '100%', fill: color('surface') }));
  let y = PADDING;
  for (const [index, { title, chart }] of charts.entries()) {
    const heading = make('text', {
      x: PADDING,
      y: y + 14,
      fill: color('text'),
      'font-family': 'system-ui,sans-serif',
      'font-size': 15,
      'font-weight': 600,
    });
    heading.textContent = title;
    const copy = chart.cloneNode(true) as SVGSVGElement;
    for (const added of copy.querySelectorAll('.inlay-highlight')) added.remove();
    copy.setAttribute('x', `${PADDING}`);
    copy.setAttribute('y', `${y + TITLE}`);
    file.append(heading, copy);
    y += TITLE + (sizes[index]?.height ?? 0) + PADDING;
  }
  for (const [name, value] of Object.entries({ width, height: y, viewBox: `0 0 ${width} ${y}` })) {
    file.setAttribute(name, `${value}`);
  }
  const text = new XMLSerializer()
    .serializeToString(file)
    .replaceAll(/ (?:data-(?:mark|rows|series|keys|highlight)|tabindex)="[^"]*"/g, '')
    .replaceAll(
      /var\(--inlay-([\w-]+),([^()]*(?:\([^()]*\))?[^()]*)\)/g,
      (_, token, fallback) => color(token) || fallback,
    );
  return { text, width, height: y };
}

function make(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, `${value}`);
  return made;
}

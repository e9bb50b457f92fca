// Loaded only where the system forces its colors on pages (https://drafts.csswg.org/css-color-adjust/#forced): gives every
// chart of the page, drawn now or later, colors of the system, and its marks patterns and dashes that tell them apart
// without color. The legend has the same, because it has the same colors.

const SVG = 'http://www.w3.org/2000/svg';

/** Lines in a square of eight pixels; the width of those of `filled` covers it. */
const fills = [
  { d: 'M0 4H8', width: 8 },
  { d: 'M-2 2L2-2M0 8L8 0M6 10L10 6', width: 1.5 },
  { d: 'M2 2h0M6 6h0', width: 2.5 },
  { d: 'M-2 6L2 10M0 0L8 8M6-2L10 2', width: 2.5 },
  { d: 'M0 2H8M0 6H8', width: 1 },
  { d: 'M0 8L8 0M0 0L8 8', width: 1 },
  { d: 'M2 0V8M6 0V8', width: 2 },
  { d: '', width: 0 },
];
const outlined = fills.length - 1;
/** From light to dark: dots that grow. */
const steps = [0, 1.5, 2.5, 3.5, 4.5, 6, 8].map((width) => ({ d: 'M4 4h0', width }));
const dashes = ['', '4 3', '1.5 2', '6 2 1.5 2', '8 2', '3 1.5 1.5 1.5', '2 4', '5 2 1 2 1 2'];
/** A smaller dot has no room for a pattern. */
const leastDot = 6;

/** Tokens that are no colors of marks: the style sheet sets them to colors of the system. */
const background = /--inlay-(?:surface|text|text-muted|grid|axis|track)\b/;
const stepOf = /--inlay-(?:ramp|diverge)-(\d)/;

/** Numbers colors in the order of the series, then in that of the drawing. */
function distinguishMarks(chart: SVGSVGElement): void {
  const series: readonly (readonly [name: string, color: string])[] = JSON.parse(
    chart.dataset.series ?? '[]',
  );
  const places = [...new Set(series.map(([, color]) => color).filter(isColor))];
  const placeOf = (color: string) => {
    if (!places.includes(color)) places.push(color);
    return places.indexOf(color);
  };
  for (const shape of chart.querySelectorAll('rect,path,circle')) {
    const fill = shape.getAttribute('fill') ?? shape.closest('g[fill]')?.getAttribute('fill');
    const stroke = shape.getAttribute('stroke');
    if (isColor(fill)) shape.setAttribute('data-pattern', patternOf(shape, fill, placeOf(fill)));
    if (isColor(stroke)) shape.setAttribute('data-dash', `${placeOf(stroke) % dashes.length}`);
  }
}

const isColor = (paint: string | null | undefined): paint is string =>
  typeof paint === 'string' && paint !== 'none' && !background.test(paint);

function patternOf(shape: Element, fill: string, place: number): string {
  const step = stepOf.exec(fill)?.[1];
  if (step) return `step-${step}`;
  const isSmall = shape.matches('circle') && Number(shape.getAttribute('r')) < leastDot;
  return `${isSmall && place > 0 ? outlined : place % fills.length}`;
}

/** Where the style sheet finds the patterns. */
function definitions(): SVGSVGElement {
  const svg = make('svg', { width: 0, height: 0, 'aria-hidden': 'true' });
  svg.style.position = 'absolute';
  const named = [
    ...fills.map((pattern, place) => [`${place}`, pattern] as const),
    ...steps.map((pattern, place) => [`step-${place + 1}`, pattern] as const),
  ];
  for (const [name, { d, width }] of named) {
    const attributes = { id: `inlay-pattern-${name}`, width: 8, height: 8, patternUnits: 'userSpaceOnUse' };
    const pattern = make('pattern', attributes);
    pattern.append(
      make('rect', { width: 8, height: 8, class: 'inlay-paper' }),
      make('path', { d, 'stroke-width': width, 'stroke-linecap': 'round', class: 'inlay-ink' }),
    );
    svg.append(pattern);
  }
  return svg;
}

function make<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
  return element;
}

function style(): string {
  const names = [...fills.keys(), ...steps.map((_, place) => `step-${place + 1}`)];
  const patterns = names.map((name) => `[data-pattern="${name}"]{fill:url(#inlay-pattern-${name})}`);
  const lines = dashes.map((dash, place) =>
    dash === '' ? '' : `[data-dash="${place}"]:not([stroke-dasharray]){stroke-dasharray:${dash}}`,
  );
  return `@media (forced-colors:active){
:root,[data-inlay-theme]{--inlay-surface:Canvas!important;--inlay-text:CanvasText!important;--inlay-text-muted:CanvasText!important;--inlay-grid:color-mix(in srgb,CanvasText 25%,Canvas)!important;--inlay-axis:CanvasText!important;--inlay-track:Canvas!important}
.inlay-paper{fill:Canvas}.inlay-ink{fill:none;stroke:CanvasText}
.inlay-chart text{fill:CanvasText;stroke:Canvas;stroke-width:4px;stroke-linejoin:round;paint-order:stroke}
.inlay-chart{[data-pattern],[data-dash],[fill^="var(--inlay-track"]{stroke:CanvasText}[data-dash]:not([stroke-dasharray]){stroke-linecap:butt}[data-pattern]{stroke-width:1px}${patterns.join('')}${lines.join('')}}
.inlay-on-area{fill:Highlight;fill-opacity:.2;stroke:Highlight}
.inlay-chart .inlay-on-mark{stroke:Highlight;stroke-width:3px}
.inlay-highlight :is(circle,line){fill:Highlight;stroke:Highlight}
.inlay-tip-line i{display:none}
}`;
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(style());
document.adoptedStyleSheets.push(sheet);
document.body.append(definitions());
const adapt = () => {
  for (const chart of document.querySelectorAll<SVGSVGElement>('.inlay-chart')) distinguishMarks(chart);
};
adapt();
new MutationObserver(adapt).observe(document.body, { childList: true, subtree: true });

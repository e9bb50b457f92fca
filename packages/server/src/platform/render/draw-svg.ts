type Doc = PDFKit.PDFDocument;
type Attributes = Readonly<Record<string, string>>;

/** The registered font for a text. */
export type ChooseFont = (bold: boolean, italic: boolean, text: string) => string;

/**
 * Draws SVG into a page of a PDF. It covers the subset that our charts and sheets and resvg write: groups, shapes,
 * PNGs as data URLs and single lines of text, without style sheets or references.
 */
export function drawSvg(doc: Doc, svg: string, chooseFont: ChooseFont): void {
  const inherited: Attributes[] = [{ fill: '#000000' }];
  let text: { readonly own: Attributes; readonly runs: Run[] } | undefined;
  let link: string | undefined;
  let ignored = 0;
  for (const [whole, closing, name = '', source = '', empty] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)([^>]*?)(\/?)>|[^<]+/g,
  )) {
    if (name === 'title' || name === 'defs' || ignored > 0) {
      if (name !== '' && !empty) ignored += closing ? -1 : 1;
    } else if (name === '') {
      if (text) text.runs.push({ text: decoded(whole), style: inherited.at(-1) as Attributes });
    } else if (closing) {
      inherited.pop();
      if (name === 'text' && text) drawText(doc, text.own, text.runs, { chooseFont, link });
      if (name === 'a') link = undefined;
      if (name === 'text') text = undefined;
      if (name === 'g' || name === 'svg' || name === 'text') doc.restore();
    } else {
      const own = attributesOf(source);
      const style = { ...inherited.at(-1), ...passedOn(own, inherited.at(-1)) };
      if (!empty) inherited.push(style);
      if (name === 'g' || name === 'svg' || name === 'text') {
        if (empty) continue;
        doc.save();
        place(doc, name, own, inherited.length > 2);
        if (name === 'text') text = { own: { ...style, ...own }, runs: [] };
      } else if (name === 'a') link = own.href && decoded(own.href);
      else if (name === 'image') drawImage(doc, own);
      else if (name !== 'tspan') drawShape(doc, name, own, style);
    }
  }
}

interface Run {
  readonly text: string;
  readonly style: Attributes;
}

function attributesOf(source: string): Attributes {
  return Object.fromEntries(
    [...source.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

const INHERITED =
  /^(?:fill|stroke|stroke-width|stroke-dasharray|stroke-linecap|stroke-linejoin|fill-opacity|stroke-opacity|font-size|font-weight|font-style|text-anchor|letter-spacing)$/;

/** Opacity applies to a group as a whole. Ours never hold overlapping shapes, so multiplying it down is equal. */
function passedOn(own: Attributes, above: Attributes = {}): Attributes {
  const some = Object.fromEntries(Object.entries(own).filter(([name]) => INHERITED.test(name)));
  if (own.opacity === undefined) return some;
  return { ...some, opacity: String(Number(own.opacity) * Number(above.opacity ?? 1)) };
}

function place(doc: Doc, name: string, own: Attributes, isNested: boolean): void {
  if (name === 'svg' && isNested) doc.translate(Number(own.x ?? 0), Number(own.y ?? 0));
  for (const [, kind, values = ''] of (own.transform ?? '').matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values.split(/[\s,]+/).map(Number);
    if (kind === 'translate') doc.translate(a, b);
    else if (kind === 'rotate') doc.rotate(a);
    else if (kind === 'scale') doc.scale(a, b || a);
    else if (kind === 'matrix') doc.transform(a, b, c, d, e, f);
  }
}

function drawShape(doc: Doc, name: string, own: Attributes, style: Attributes): void {
  const { fill = 'none', stroke = 'none' } = style;
  if (fill === 'none' && stroke === 'none') return;
  const at = (attribute: string) => Number(own[attribute] ?? 0);
  doc.save();
  if (own.transform) place(doc, name, own, false);
  const outline = () => {
    if (name === 'path') doc.path(exactCurves(own.d ?? ''));
    else if (name === 'circle') doc.circle(at('cx'), at('cy'), at('r'));
    else if (name === 'rect' && own.rx)
      doc.roundedRect(at('x'), at('y'), at('width'), at('height'), at('rx'));
    else if (name === 'rect') doc.rect(at('x'), at('y'), at('width'), at('height'));
  };
  const opacity = Number(style.opacity ?? 1);
  if (fill !== 'none') {
    outline();
    doc.fillColor(fill, opacity * Number(style['fill-opacity'] ?? 1)).fill();
  }
  if (stroke !== 'none') {
    outline();
    doc.lineWidth(Number(style['stroke-width'] ?? 1));
    doc
      .lineCap((style['stroke-linecap'] ?? 'butt') as 'butt')
      .lineJoin((style['stroke-linejoin'] ?? 'miter') as 'miter');
    const dashes = (style['stroke-dasharray'] ?? '')
      .split(/[\s,]+/)
      .map(Number)
      .filter((length) => length > 0);
    const [dash, space] = dashes;
    if (dash !== undefined) doc.dash(dash, { space: space ?? dash });
    doc.strokeColor(stroke, opacity * Number(style['stroke-opacity'] ?? 1)).stroke();
  }
  doc.restore();
}

/** PDFKit would read any other address from the disk. resvg writes a space before the data. */
const PNG = /^data:image\/png;base64, ?([A-Za-z0-9+/=]+)$/;

function drawImage(doc: Doc, own: Attributes): void {
  const [, base64] = PNG.exec(own.href ?? own['xlink:href'] ?? '') ?? [];
  if (base64 === undefined) return;
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(own[name] ?? 0));
  doc.image(Buffer.from(base64, 'base64'), x, y, { width, height });
}

/** How many numbers a command takes. The last two are its end point, except for `H` and `V`. */
const TAKES: Readonly<Record<string, number>> = { H: 1, V: 1, M: 2, L: 2, Q: 4, C: 6, A: 7, Z: 0 };

/** PDF has no quadratic curves, and the library approximates them: this converts them to cubic ones exactly. */
export function exactCurves(d: string): string {
  if (!d.includes('Q') || /[a-ds-z]/.test(d)) return d;
  let [x, y] = [0, 0];
  const parts: string[] = [];
  for (const [, command = '', rest = ''] of d.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const numbers = rest.match(/-?\d*\.?\d+(?:e-?\d+)?/g)?.map(Number) ?? [];
    const takes = TAKES[command];
    if (takes === undefined || takes === 0) parts.push(command);
    for (let i = 0; takes && i + takes <= numbers.length; i += takes) {
      const some = numbers.slice(i, i + takes);
      const [toX, toY] =
        command === 'H'
          ? [some[0] as number, y]
          : command === 'V'
            ? [x, some[0] as number]
            : (some.slice(-2) as [number, number]);
      if (command === 'Q') {
        const [midX, midY] = some as [number, number];
        const third = (end: number, middle: number) => end + (2 / 3) * (middle - end);
        parts.push(
          `C${third(x, midX)} ${third(y, midY)} ${third(toX, midX)} ${third(toY, midY)} ${toX} ${toY}`,
        );
      } else parts.push(command + some.join(' '));
      [x, y] = [toX, toY];
    }
  }
  return parts.join('');
}

/** Text without its outline, which PDF would draw on top of the letters. */
function drawText(
  doc: Doc,
  own: Attributes,
  runs: readonly Run[],
  { chooseFont, link }: { readonly chooseFont: ChooseFont; readonly link: string | undefined },
): void {
  const set = ({ style, text: content }: Run) => {
    const size = Number(style['font-size'] ?? 12);
    doc.font(
      chooseFont(Number(style['font-weight'] ?? 400) >= 600, style['font-style'] === 'italic', content),
    );
    doc.fontSize(size);
    const spacing = /^(-?[\d.]+)em$/.exec(style['letter-spacing'] ?? '')?.[1];
    return { characterSpacing: spacing === undefined ? 0 : Number(spacing) * size };
  };
  const widths = runs.map((run) => {
    const options = set(run);
    return doc.widthOfString(run.text, options);
  });
  const all = widths.reduce((sum, width) => sum + width, 0);
  const anchor = own['text-anchor'];
  let x = Number(own.x ?? 0) - (anchor === 'end' ? all : anchor === 'middle' ? all / 2 : 0);
  for (const [index, run] of runs.entries()) {
    const options = set(run);
    doc.fillColor(run.style.fill ?? '#000000', Number(run.style.opacity ?? 1));
    doc.text(run.text, x, Number(own.y ?? 0), { ...options, lineBreak: false, baseline: 'alphabetic' });
    x += widths[index] ?? 0;
  }
  const size = Number(own['font-size'] ?? 12);
  if (link) doc.link(x - all, Number(own.y ?? 0) - size, all, size * 1.25, link);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
};

export const decoded = (text: string) =>
  text.replaceAll(/&(#?\w+);/g, (whole, name) => ENTITIES[name] ?? whole);

import type { WrittenMark } from '@inlay/charts/parts/marks';

const DURATION_MS = 420;
const EASING = 'cubic-bezier(0.3, 0, 0.2, 1)';

interface Shape {
  readonly d: string | null;
  readonly box: DOMRect;
  readonly fill: string;
  readonly opacity: string;
}

type Drawings = readonly SVGSVGElement[];

/** The charts of a step, in order. */
const drawingsIn = (step: Element): Drawings => [
  ...step.querySelectorAll<SVGSVGElement>('.inlay-step-tiles svg.inlay-chart'),
];

/**
 * Notes where the marks of a step are, and returns a function that lets those of another step of the same chart begin
 * there: a bar that both have moves, a line that is zoomed stretches, and everything else fades in.
 */
export function noteMarks(from: Element): (to: Element) => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {};
  const noted = drawingsIn(from).map((drawing) => ({ shapes: shapesOf(drawing), places: placesOf(drawing) }));
  return (to) => {
    for (const [index, drawing] of drawingsIn(to).entries()) {
      const before = noted[index];
      if (before) moveInto(drawing, before);
    }
  };
}

function moveInto(drawing: SVGSVGElement, before: { shapes: Map<string, Shape>; places: Places }): void {
  const keyed = [...drawing.querySelectorAll<SVGGraphicsElement>('[data-key]')];
  // Without keys, there is nothing that both drawings have.
  if (keyed.length === 0) return;
  const zoom = zoomBetween(before.places, placesOf(drawing));
  for (const element of keyed) {
    const old = before.shapes.get(element.dataset.key ?? '');
    animate(element, old ? framesBetween(old, element, zoom) : { opacity: ['0', opacityOf(element)] });
  }
  for (const text of drawing.querySelectorAll<SVGGraphicsElement>('text:not([data-key] *)'))
    animate(text, { opacity: ['0', opacityOf(text)] });
}

const animate = (element: Element, frames: PropertyIndexedKeyframes) =>
  element.animate(frames, { duration: DURATION_MS, easing: EASING });

const opacityOf = (element: Element): string => getComputedStyle(element).opacity;

const shapesOf = (drawing: SVGSVGElement): Map<string, Shape> =>
  new Map(
    [...drawing.querySelectorAll<SVGGraphicsElement>('[data-key]')].map((element) => {
      const { fill, opacity } = getComputedStyle(element);
      const shape = { d: element.getAttribute('d'), box: element.getBBox(), fill, opacity };
      return [element.dataset.key ?? '', shape];
    }),
  );

function framesBetween(old: Shape, element: SVGGraphicsElement, zoom: string): PropertyIndexedKeyframes {
  const { fill, opacity } = getComputedStyle(element);
  const look = { fill: [old.fill, fill], opacity: [old.opacity, opacity] };
  const d = element.getAttribute('d');
  // Browsers without the property `d` show the new shape at once.
  if (d !== null && old.d !== null && commandsOf(d) === commandsOf(old.d))
    return { ...look, d: [`path("${old.d}")`, `path("${d}")`] };
  if (element.hasAttribute('transform')) return look;
  const start = d === null ? boxToBox(element.getBBox(), old.box) : zoom;
  return { ...look, transform: [start, 'none'] };
}

const commandsOf = (d: string): string => d.replaceAll(/[^A-Za-z]/g, '');

function boxToBox(from: DOMRect, to: DOMRect): string {
  const [x, y] = [to.width / from.width || 1, to.height / from.height || 1];
  return `matrix(${x}, 0, 0, ${y}, ${to.x - from.x * x}, ${to.y - from.y * y})`;
}

/** Where values are along both axes, by their names. */
interface Places {
  readonly x: ReadonlyMap<string, number>;
  readonly y: ReadonlyMap<string, number>;
}

function placesOf(drawing: SVGSVGElement): Places {
  const marks = [...drawing.querySelectorAll<SVGElement>('[data-mark]')].map(
    ({ dataset }): WrittenMark => JSON.parse(dataset.mark ?? '["",0,[]]'),
  );
  return {
    x: new Map(marks.map(([label, x]) => [label, x])),
    y: new Map(
      marks.flatMap(([label, , items]) => items.map(([series, y]) => [`${series} ${label}`, y] as const)),
    ),
  };
}

/** The transform that puts the new scales where the old ones were. Scales are linear, so two values per axis tell. */
function zoomBetween(old: Places, now: Places): string {
  const [a, e] = alongAxis(old.x, now.x);
  const [d, f] = alongAxis(old.y, now.y);
  return `matrix(${a}, 0, 0, ${d}, ${e}, ${f})`;
}

function alongAxis(old: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): [number, number] {
  const shared = [...now].flatMap(([name, to]) => {
    const from = old.get(name);
    return from === undefined ? [] : [{ from, to }];
  });
  const sorted = shared.toSorted((one, other) => one.to - other.to);
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (!low || !high || low.to === high.to) return [1, 0];
  const scale = (high.from - low.from) / (high.to - low.to);
  return [scale, low.from - low.to * scale];
}

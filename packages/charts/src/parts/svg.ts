import { type ComponentChildren, h, type VNode } from 'preact';

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Coordinates to a tenth of a pixel: finer is invisible and costs bytes. */
export const px = (value: number): number => Math.round(value * 10) / 10;

/** `h` with attributes of one plain type: SVG's own attribute types would need the DOM library. */
export function element(name: string, attributes: Attributes, ...children: ComponentChildren[]): VNode {
  return h(name, attributes, ...children) as VNode;
}

/** A group of many like elements, written by `tag`: a component for each would take longer than all the rest. */
export function many(attributes: Attributes, tags: readonly string[]): VNode {
  return h('g', { ...attributes, dangerouslySetInnerHTML: { __html: tags.join('') } }) as VNode;
}

/** An element as text, with nothing in it but words. */
export function tag(name: string, attributes: Attributes, text = ''): string {
  let written = `<${name}`;
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== undefined) written += ` ${key}="${typeof value === 'string' ? escaped(value) : value}"`;
  }
  return text === '' ? `${written}></${name}>` : `${written}>${escaped(text)}</${name}>`;
}

const special = /[&<>"]/;

function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export function g(attributes: Attributes, ...children: ComponentChildren[]): VNode {
  return element('g', attributes, ...children);
}

/** Words at a place; `full` is what a truncated text was, shown on hover. */
export function words(x: number, y: number, text: string, attributes: Attributes = {}, full = text): VNode {
  const position = { x: px(x), y: px(y), ...attributes };
  return full === text
    ? element('text', position, text)
    : element('text', position, text, element('title', {}, full));
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  attributes: Attributes = {},
): VNode {
  return element('rect', { ...box(x, y, width, height), ...attributes });
}

export function box(x: number, y: number, width: number, height: number): Attributes {
  return { x: px(x), y: px(y), width: px(Math.max(0, width)), height: px(Math.max(0, height)) };
}

export function circle(x: number, y: number, radius: number, attributes: Attributes = {}): VNode {
  return element('circle', { cx: px(x), cy: px(y), r: px(radius), ...attributes });
}

/** Nothing for an empty path: `d` without a value is no XML. */
export function path(d: string, attributes: Attributes = {}): VNode | null {
  return d === '' ? null : element('path', { d, ...attributes });
}

/** A bar from its foot to its head with the two corners at the head rounded; works in all four directions. */
export function bar(
  from: number,
  to: number,
  across: number,
  thickness: number,
  vertical: boolean,
  radius = 2,
): string {
  const length = Math.abs(to - from);
  const r = Math.min(radius, length, thickness / 2);
  const away = to >= from ? 1 : -1;
  const [a, b] = [px(across), px(across + thickness)];
  const [foot, head, neck] = [px(from), px(to), px(to - away * r)];
  return vertical
    ? `M${a} ${foot}V${neck}Q${a} ${head} ${px(across + r)} ${head}H${px(across + thickness - r)}Q${b} ${head} ${b} ${neck}V${foot}Z`
    : `M${foot} ${a}H${neck}Q${head} ${a} ${head} ${px(across + r)}V${px(across + thickness - r)}Q${head} ${b} ${neck} ${b}H${foot}Z`;
}

/** The outline in the surface colour that keeps words readable across lines and marks. */
export function halo(surface: string): Attributes {
  return { stroke: surface, 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' };
}

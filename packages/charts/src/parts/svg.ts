import { h, type VNode } from 'preact';

declare const written: unique symbol;

/** SVG or HTML in which user text is escaped: only the functions of this file can create it (ADR 200). */
export type Markup = string & { readonly [written]: true };

/** The content of an element; `null` and `undefined` are left out. */
export type Children = Markup | null | undefined | readonly Children[];

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Coordinates to a tenth of a pixel: finer is invisible and costs bytes. */
export const px = (value: number): string => tenthsText(tenths(value));

export const tenths = (value: number): number => Math.round(value * 10);

/** Two integers are written in half the time of a decimal number, and a chart has thousands. */
export function tenthsText(value: number): string {
  const whole = Math.trunc(value / 10);
  const tenth = Math.abs(value % 10);
  if (tenth === 0) return String(whole);
  return `${value < 0 && whole === 0 ? '-0' : whole}.${tenth}`;
}

/**
 * An element as text. A chart has hundreds; creating and walking components would take longer than the rest of the
 * rendering.
 */
export function element(name: string, attributes: Attributes, ...children: readonly Children[]): Markup {
  return `<${name}${attributesOf(attributes)}>${joined(children)}</${name}>` as Markup;
}

/** An HTML image, which has no end tag. */
export function image(attributes: Attributes): Markup {
  return `<img${attributesOf(attributes)}>` as Markup;
}

/** Escapes text. */
export function plain(text: string): Markup {
  return escaped(text) as Markup;
}

/** The only element of a chart that Preact renders: its content has no state. */
export function component(name: string, attributes: Attributes, ...children: readonly Children[]): VNode {
  return h(name, { ...attributes, dangerouslySetInnerHTML: { __html: joined(children) } }) as VNode;
}

function joined(children: readonly Children[]): string {
  let text = '';
  for (const child of children) {
    if (typeof child === 'string') text += child;
    else if (child) text += joined(child as readonly Children[]);
  }
  return text;
}

const attributesOf = (attributes: Attributes | Markup): string =>
  typeof attributes === 'string' ? attributes : writeAttributes(attributes);

export function writeAttributes(attributes: Attributes): string {
  let text = '';
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== undefined) text += ` ${key}="${typeof value === 'string' ? escaped(value) : value}"`;
  }
  return text;
}

const special = /[&<>"]/;

export function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export function g(attributes: Attributes, ...children: readonly Children[]): Markup {
  return element('g', attributes, children);
}

/** Text at a position; `full` is the untruncated text, shown on hover. */
export function svgText(
  x: number,
  y: number,
  text: string,
  attributes: Attributes | Markup = {},
  full = text,
): Markup {
  const hover = full === text ? null : element('title', {}, plain(full));
  return `<text x="${px(x)}" y="${px(y)}"${attributesOf(attributes)}>${plain(text)}${hover ?? ''}</text>` as Markup;
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  attributes: Attributes | Markup = {},
): Markup {
  return `<rect x="${px(x)}" y="${px(y)}" width="${px(Math.max(0, width))}" height="${px(Math.max(0, height))}"${attributesOf(attributes)}></rect>` as Markup;
}

export function circle(x: number, y: number, radius: number, attributes: Attributes | Markup = {}): Markup {
  return `<circle cx="${px(x)}" cy="${px(y)}" r="${px(radius)}"${attributesOf(attributes)}></circle>` as Markup;
}

/** Nothing for an empty path: an empty `d` is invalid. */
export function path(d: string, attributes: Attributes | Markup = {}): Markup | null {
  return d === '' ? null : (`<path d="${d}"${attributesOf(attributes)}></path>` as Markup);
}

/** The outline in the surface color that keeps text readable across lines and marks. */
export function halo(surface: string): Attributes {
  return { stroke: surface, 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' };
}

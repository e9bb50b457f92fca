import type { AllowedHosts, Size } from '@inlay/charts/chart-props';
import { isRightToLeft, type Locale } from '@inlay/charts/format/locale';
import type { Theme } from '@inlay/charts/theme/create-theme';
import { attributes, type Html, html } from '../html.ts';
import { xmlText } from '../xml-text.ts';

/** A4 landscape in CSS pixels: chart text has nine points. */
export const PAGE: Size = { width: 1123, height: 794 };
export const MARGIN = 48;

/** The theme, locale and link policy that a sheet is drawn with. */
export interface Pen extends AllowedHosts {
  readonly theme: Theme;
  readonly locale: Locale;
}

/** A piece of a sheet, drawn from its own upper edge at y = 0. */
export interface Part {
  readonly height: number;
  readonly svg: Html;
}

export interface Run {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
}

export interface TextStyle {
  readonly size: number;
  readonly fill: string;
  readonly bold?: boolean;
}

/** One line of text between two edges, aligned to the start of the reading direction. */
export function textLine(
  runs: readonly Run[],
  { from, to, y }: { readonly from: number; readonly to: number; readonly y: number },
  { size, fill, bold }: TextStyle,
  locale: Locale,
): Html {
  const x = isRightToLeft(locale) ? to : from;
  const spans = runs.map(({ text, bold: strong, italic }) => {
    if (!strong && !italic) return text;
    const style = { 'font-weight': strong && 600, 'font-style': italic && 'italic' };
    return html`<tspan${attributes(style)}>${text}</tspan>`;
  });
  const weight = attributes({ 'font-weight': bold && 600 });
  return html`<text x="${x}" y="${y}" font-size="${size}"${weight} fill="${fill}">${spans}</text>`;
}

/** Parts below one another. */
export function stacked(parts: readonly Part[], gap = 0): Part {
  let y = 0;
  const svg = parts.map((part, index) => {
    if (index > 0) y += gap;
    const placed = at(0, y, part.svg);
    y += part.height;
    return placed;
  });
  return { height: y, svg: html`${svg}` };
}

export const at = (x: number, y: number, svg: Html): Html =>
  svg.toString() === '' ? svg : html`<g transform="translate(${tenths(x)} ${tenths(y)})">${svg}</g>`;

const tenths = (length: number) => Math.round(length * 10) / 10;

/** A complete SVG file: a background, and text with its font and direction. */
export function sheet({ width, height }: Size, { theme, locale }: Pen, body: Html): string {
  const direction = attributes({ direction: isRightToLeft(locale) && 'rtl' });
  const ground = html`<rect width="${width}" height="${height}" fill="${theme.tokens.surface}"/>`;
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${theme.font}"${direction} xml:lang="${locale.language}">${ground}${body}</svg>`;
  return xmlText(svg.toString());
}

import type { Size } from '@inlay/charts/chart-props';
import { isRightToLeft, type Locale } from '@inlay/charts/format/locale';
import type { Theme } from '@inlay/charts/theme/create-theme';
import { escapeHtml } from '../escape-html.ts';
import { xmlText } from '../xml-text.ts';

/** A4 on its side, in CSS pixels: a chart's words come out at nine points. */
export const PAGE: Size = { width: 1123, height: 794 };
export const MARGIN = 48;

/** What everything on a sheet is drawn with. */
export interface Pen {
  readonly theme: Theme;
  readonly locale: Locale;
}

/** A piece of a sheet, drawn from its own upper edge at y = 0. */
export interface Part {
  readonly height: number;
  readonly svg: string;
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

/** One line of words between two edges, from the side where the language begins. */
export function textLine(
  runs: readonly Run[],
  { from, to, y }: { readonly from: number; readonly to: number; readonly y: number },
  { size, fill, bold }: TextStyle,
  locale: Locale,
): string {
  const x = isRightToLeft(locale) ? to : from;
  const spans = runs.map(({ text, bold: strong, italic }) => {
    const weight = strong ? ' font-weight="600"' : '';
    const style = italic ? ' font-style="italic"' : '';
    return weight || style ? `<tspan${weight}${style}>${escapeHtml(text)}</tspan>` : escapeHtml(text);
  });
  const weight = bold ? ' font-weight="600"' : '';
  return `<text x="${x}" y="${y}" font-size="${size}"${weight} fill="${fill}">${spans.join('')}</text>`;
}

/** Parts one below the other. */
export function stacked(parts: readonly Part[], gap = 0): Part {
  let y = 0;
  const svg = parts.map((part, index) => {
    if (index > 0) y += gap;
    const placed = at(0, y, part.svg);
    y += part.height;
    return placed;
  });
  return { height: y, svg: svg.join('') };
}

export const at = (x: number, y: number, svg: string) =>
  svg === ''
    ? ''
    : `<g transform="translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})">${svg}</g>`;

/** A file of its own: a background, and words that know their font and direction. */
export function sheet({ width, height }: Size, { theme, locale }: Pen, body: string): string {
  const direction = isRightToLeft(locale) ? ' direction="rtl"' : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"` +
    ` font-family="${escapeHtml(theme.font)}"${direction} xml:lang="${escapeHtml(locale.language)}">` +
    `<rect width="${width}" height="${height}" fill="${theme.tokens.surface}"/>${xmlText(body)}</svg>`
  );
}

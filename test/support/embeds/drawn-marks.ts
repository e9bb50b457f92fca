import type { MarkRows } from '@inlay/charts/parts/mark-rows';
import type { WrittenMark } from '@inlay/charts/parts/marks';
import { fromRanges } from '@inlay/charts/parts/row-ranges';
import { type ChosenPoint, markPoint } from '../../../packages/frame/src/click/mark-point.ts';

export const attributesIn = (html: string, name: string): readonly string[] =>
  [...html.matchAll(new RegExp(` data-${name}="([^"]*)"`, 'g'))].map(([, text = '']) =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );

/** The marks of a rendered chart. */
export const marksIn = (html: string): readonly WrittenMark[] =>
  attributesIn(html, 'mark').map((text) => JSON.parse(text));

/** The rows that a rendered chart brings with it. */
export const rowsIn = (html: string): MarkRows => JSON.parse(attributesIn(html, 'rows')[0] ?? 'null');

/** What a click on a mark reports: on the item of that series, or on its first one. */
export function pointIn(html: string, label: string, series?: string): ChosenPoint | undefined {
  const names: readonly (readonly [string, string])[] = JSON.parse(attributesIn(html, 'series')[0] ?? '[]');
  const [, , items = [], own = []] = marksIn(html).find(([name]) => name === label) ?? [];
  const item = items.find(([index]) => series === undefined || names[index]?.[0] === series);
  return markPoint(rowsIn(html), fromRanges(item?.[3] ?? own));
}

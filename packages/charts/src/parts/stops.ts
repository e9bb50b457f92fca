import type { SeriesData } from '../data/read-series.ts';
import { formatFull } from '../format/format-number.ts';
import type { Locale } from '../format/locale.ts';
import { escaped, g, type Markup, px, rect } from './svg.ts';

/** Where a tooltip or the keyboard may stop: what is there, where, and what each series says. */
export type Stop = readonly [label: string, x: number, items: readonly StopItem[]];
export type StopItem = readonly [series: number, y: number, text: string];

const mostStops = 200;

/** The attribute a client reads: no scale has to be computed again to place a tooltip. */
export function stopAttribute(label: string, x: number, items: readonly StopItem[]): Markup {
  let list = '';
  for (const [series, y, text] of items)
    list += `${list === '' ? '' : ','}[${series},${px(y)},${quoted(text)}]`;
  return ` data-stop="[${quoted(label)},${px(x)},[${list}]]"` as Markup;
}

const special = /[\\"&<>\p{Cc}]/u;

/** A string of JSON inside an attribute; most need no escaping, and there are hundreds. */
function quoted(text: string): string {
  return special.test(text) ? escaped(JSON.stringify(text)) : `&quot;${text}&quot;`;
}

/** One invisible column a category, as wide as the way to its neighbours. */
export function columnStops(
  data: SeriesData,
  locale: Locale,
  x: (index: number) => number,
  y: (series: number, index: number) => number | null,
  area: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
): Markup | undefined {
  const count = data.positions.length;
  if (count === 0) return undefined;
  const stride = Math.ceil(count / mostStops);
  const picked = Array.from({ length: Math.ceil(count / stride) }, (_, i) => Math.min(count - 1, i * stride));
  const edge = (a: number | undefined, b: number | undefined, end: number) =>
    a === undefined || b === undefined ? end : (x(a) + x(b)) / 2;
  return g(
    { fill: 'none', 'pointer-events': 'all' },
    picked.map((index, place) => {
      const forward = count < 2 || x(0) < x(count - 1);
      const one = edge(picked[place - 1], index, forward ? area.left : area.right);
      const two = edge(index, picked[place + 1], forward ? area.right : area.left);
      const items = data.series.flatMap((series, position): StopItem[] => {
        const value = series.values[index];
        const at = y(position, index);
        if (value === null || value === undefined || at === null) return [];
        return [[position, at, formatFull(value, series.format, locale)]];
      });
      return rect(
        Math.min(one, two),
        area.top,
        Math.abs(two - one),
        area.bottom - area.top,
        stopAttribute(data.label(index), x(index), items),
      );
    }),
  );
}

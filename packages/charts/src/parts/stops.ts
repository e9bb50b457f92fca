import type { SeriesData } from '../data/read-series.ts';
import { formatFull } from '../format/format-number.ts';
import type { Locale } from '../format/locale.ts';
import { escaped, g, type Markup, px, rect } from './svg.ts';

/** Where a tooltip or the keyboard may stop: what is there, where, and what each series says. */
export type Stop = readonly [label: string, x: number, items: readonly StopItem[]];
export type StopItem = readonly [series: number, y: number, text: string];

/** Of thousands nobody finds a single one with a pointer: fewer stops, and a quarter less to write. */
const mostStops = (count: number) => (count > 1000 ? 140 : 200);

/** The attribute a client reads: no scale has to be computed again to place a tooltip. */
export function stopAttribute(label: string, x: number, items: readonly StopItem[]): Markup {
  let list = '';
  for (const [series, y, text] of items)
    list += `${list === '' ? '' : ','}[${series},${px(y)},${quoted(text)}]`;
  return ` data-stop="[${quoted(label)},${px(x)},[${list}]]"` as Markup;
}

const special = /[^ !#-%'-;=?-[\]-~\u00a0-\ud7ff]/;

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
  const stride = Math.ceil(count / mostStops(count));
  const [first, last] = x(0) <= x(count - 1) ? [area.left, area.right] : [area.right, area.left];
  const height = area.bottom - area.top;
  const stops: Markup[] = [];
  let edge = first;
  for (let index = 0; index < count; index += stride) {
    const at = x(index);
    const next = index + stride < count ? (at + x(index + stride)) / 2 : last;
    const items: StopItem[] = [];
    for (const [position, series] of data.series.entries()) {
      const value = series.values[index] ?? null;
      const place = value === null ? null : y(position, index);
      if (value !== null && place !== null)
        items.push([position, place, formatFull(value, series.format, locale)]);
    }
    const attribute = stopAttribute(data.label(index), at, items);
    stops.push(rect(Math.min(edge, next), area.top, Math.abs(next - edge), height, attribute));
    edge = next;
  }
  return g({ fill: 'none', 'pointer-events': 'all' }, stops);
}

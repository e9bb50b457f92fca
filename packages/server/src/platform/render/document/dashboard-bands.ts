import { isRightToLeft } from '@inlay/charts/format/locale';
import type { UnfoldedItem } from '@inlay/content/unfold-dashboard';
import { GRID_COLUMNS } from '@inlay/protocol/grid';
import { type Html, html } from '../html.ts';
import { DEPTH, type Drafting, INSIDE, textPart, tileOutcome } from './drafting.ts';
import { at, type Part } from './sheet.ts';
import { tilePart } from './tile-part.ts';

const GAP = 20;
const ROW = 38;
const UNIT = ROW + GAP;
/** A band may shrink this far rather than leave half a page empty. */
const MIN_SCALE = 0.85;

/**
 * The grid of a dashboard, broken into pages between bands of items that stand beside each other. A band that is taller
 * than a page is scaled to fit one.
 */
export function* dashboardBands(
  items: readonly UnfoldedItem[],
  head: Part,
  drafting: Drafting,
): Iterable<Html> {
  let body: Html = head.svg;
  let y = head.height;
  for (const band of bandsOf(items)) {
    const natural = band.rows * UNIT - GAP;
    const isFirst = y === 0 || y === head.height;
    if (!isFirst && y + natural * MIN_SCALE > DEPTH) {
      yield body;
      body = html``;
      y = 0;
    }
    const scale = Math.min(1, (DEPTH - y) / natural);
    const items = band.items.map((item) => drawItem(item, band.from, scale, drafting));
    body = html`${body}${at(0, y, html`${items}`)}`;
    y += natural * scale + GAP;
  }
  yield body;
}

interface Band {
  readonly from: number;
  readonly rows: number;
  readonly items: readonly UnfoldedItem[];
}

function bandsOf(items: readonly UnfoldedItem[]): readonly Band[] {
  const bands: { from: number; to: number; items: UnfoldedItem[] }[] = [];
  for (const item of items.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const last = bands.at(-1);
    if (last && item.y < last.to) {
      last.items.push(item);
      last.to = Math.max(last.to, item.y + item.h);
    } else bands.push({ from: item.y, to: item.y + item.h, items: [item] });
  }
  return bands.map(({ from, to, items: some }) => ({ from, rows: to - from, items: some }));
}

function drawItem(item: UnfoldedItem, from: number, scale: number, drafting: Drafting): Html {
  const column = (INSIDE - (GRID_COLUMNS - 1) * GAP) / GRID_COLUMNS;
  const width = item.w * (column + GAP) - GAP;
  const near = item.x * (column + GAP);
  const x = isRightToLeft(drafting.pen.locale) ? INSIDE - near - width : near;
  const y = (item.y - from) * UNIT * scale;
  const height = (item.h * UNIT - GAP) * scale;
  if ('text' in item) return at(x, y, textPart(item.text, item.values, width, drafting).svg);
  const tile = drafting.tiles.get(item.tile);
  if (!tile) return html``;
  const { variables, colors, pen } = drafting;
  const options = { width, height, title: item.title, variables, colors };
  return at(x, y, tilePart(tile, tileOutcome(drafting, tile.id), options, pen).svg);
}

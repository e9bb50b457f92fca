import type { CrossFilter } from '@inlay/content/embed-api';
import { readMarks } from '@inlay/ui/marks/read-marks';
import type { FilteringPoint } from '../stage/open-page.ts';
import type { TileView } from '../tile/tile-view.tsx';

/** A mark that filters the other tiles, and what it is called. */
export interface CrossChoice {
  readonly from: TileView;
  readonly filter: CrossFilter;
  readonly column: string;
  readonly label: string;
  /** Of the rows behind it, which may have other places after another query. */
  readonly identity: string;
}

/** A second click on the same mark takes its filter away; a click on another mark of the tile moves it. */
export function toggleCross(
  choices: readonly CrossChoice[],
  from: TileView,
  { dimension, value, identity }: FilteringPoint,
  label: string,
): readonly CrossChoice[] {
  const others = choices.filter((choice) => choice.from !== from);
  const before = choices.find((choice) => choice.from === from);
  const filter = { datasetId: from.tile.datasetId, column: dimension.name, value, ...grainOf(dimension) };
  if (before && JSON.stringify(before.filter) === JSON.stringify(filter)) return others;
  return [...others, { from, filter, column: dimension.label, label, identity }];
}

/** What a tile is filtered by: the choices on other tiles that ask the same dataset. */
export const crossOf = (
  choices: readonly CrossChoice[],
  element: HTMLElement,
  datasetId: string,
): readonly CrossFilter[] =>
  choices
    .filter(({ from, filter }) => from.element !== element && filter.datasetId === datasetId)
    .map(({ filter }) => filter);

const grainOf = ({ grain }: FilteringPoint['dimension']) => (grain === undefined ? {} : { grain });

/** Shows on the source of a filter which of its marks was chosen: the one with the same rows. */
export function showChosen(view: TileView, identity: string | undefined): void {
  const chart = view.element.querySelector<SVGSVGElement>('svg.inlay-chart');
  const points = identity === undefined ? undefined : view.points();
  for (const { element, items, rows } of chart ? readMarks(chart) : []) {
    const lists = items.length > 0 ? items.map((item) => item.rows) : [rows];
    const isChosen = points !== undefined && lists.some((list) => points.identityOf(list) === identity);
    element.classList.toggle('inlay-chosen', isChosen);
  }
}

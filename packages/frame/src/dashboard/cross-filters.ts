import type { CrossFilter } from '@inlay/content/embed-api';
import type { PageTile } from '@inlay/content/page-state';
import { readMarks } from '@inlay/ui/marks/read-marks';
import { reaches } from '../filters/filter-choice.ts';
import type { FilteringPoint } from '../page/open-page.ts';
import type { TileView } from '../tile/tile-view.tsx';

/** A selected mark that filters the other tiles. */
export interface CrossChoice {
  readonly from: TileView;
  readonly filter: CrossFilter;
  readonly column: string;
  readonly label: string;
  /** Identifies the rows behind the mark across queries. */
  readonly identity: string;
}

/** A second click on the same mark removes its filter; a click on another mark of the tile replaces it. */
export function toggleCrossFilter(
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

/** The selections in other tiles, by whether they filter this one. */
export function splitChoices(
  choices: readonly CrossChoice[],
  element: HTMLElement,
  tile: PageTile,
): { readonly cross: readonly CrossFilter[]; readonly missing: readonly string[] } {
  const others = choices.filter(({ from }) => from.element !== element);
  const isReached = ({ filter }: CrossChoice) => reaches(tile, filter.datasetId, filter.column);
  return {
    cross: others.filter(isReached).map(({ filter }) => filter),
    missing: others.filter((choice) => !isReached(choice)).map(({ column }) => column),
  };
}

const grainOf = ({ grain }: FilteringPoint['dimension']) => (grain === undefined ? {} : { grain });

/** Highlights the selected mark of the tile that filters the others. */
export function showSelected(view: TileView, identity: string | undefined): void {
  const chart = view.element.querySelector<SVGSVGElement>('svg.inlay-chart');
  const points = identity === undefined ? undefined : view.points();
  for (const { element, items, rows } of chart ? readMarks(chart) : []) {
    const lists = items.length > 0 ? items.map((item) => item.rows) : [rows];
    const isChosen = points !== undefined && lists.some((list) => points.identityOf(list) === identity);
    element.classList.toggle('inlay-chosen', isChosen);
  }
}

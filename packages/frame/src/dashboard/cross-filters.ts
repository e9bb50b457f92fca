import type { CrossFilter } from '@inlay/content/embed-api';
import type { PageTile } from '@inlay/content/page-state';
import { readMarks } from '@inlay/ui/marks/read-marks';
import type { MarkChoice } from '../click/mark-choices.ts';
import type { FilteringPoint } from '../click/mark-point.ts';
import { reaches } from '../filters/filter-choice.ts';
import { markIdentity } from '../tile/mark-identity.ts';
import type { TileView } from '../tile/tile-view.tsx';

/** A selected mark that filters the other tiles. */
export interface CrossChoice {
  readonly from: TileView;
  /** One for each dimension of the chart: together, they select the rows of the mark. */
  readonly filters: readonly CrossFilter[];
  /** The labels of their columns. */
  readonly columns: readonly string[];
  readonly label: string;
  /** Identifies the rows behind the mark across queries. */
  readonly identity: string;
}

/** A second click on the same mark removes its filter; a click on another mark of the tile replaces it. */
export function toggleCrossFilter(
  choices: readonly CrossChoice[],
  from: TileView,
  { filters: chosen, identity }: FilteringPoint,
  label: string,
): readonly CrossChoice[] {
  const others = choices.filter((choice) => choice.from !== from);
  const before = choices.find((choice) => choice.from === from);
  const filters = chosen.map((choice) => filterOf(from.tile, choice));
  if (before && JSON.stringify(before.filters) === JSON.stringify(filters)) return others;
  return [...others, { from, filters, columns: chosen.map((choice) => choice.label), label, identity }];
}

/** The selections in other tiles, by whether they filter this one. */
export function splitChoices(
  choices: readonly CrossChoice[],
  element: HTMLElement,
  tile: PageTile,
): { readonly cross: readonly CrossFilter[]; readonly missing: readonly string[] } {
  const others = choices.filter(({ from }) => from.element !== element);
  const isReached = ({ datasetId, column }: CrossFilter) => reaches(tile, datasetId, column);
  return {
    cross: others.flatMap(({ filters }) => filters.filter(isReached)),
    missing: others.flatMap(({ filters, columns }) =>
      columns.filter((_, index) => !isReached(filters[index] as CrossFilter)),
    ),
  };
}

/** A column that the chart groups by two granularities is named after each. */
function filterOf({ datasetId }: PageTile, { name, value, grain }: MarkChoice): CrossFilter {
  const column = grain !== undefined && name.endsWith(`:${grain}`) ? name.slice(0, -grain.length - 1) : name;
  return { datasetId, column, value, ...(grain !== undefined && { grain }) };
}

/** Highlights the selected mark of the tile that filters the others. */
export function showSelected(view: TileView, identity: string | undefined): void {
  const chart = view.element.querySelector<SVGSVGElement>('svg.inlay-chart');
  const data = identity === undefined ? undefined : view.markRows();
  const identityOf = data && markIdentity(data);
  for (const { element, items, rows } of chart ? readMarks(chart) : []) {
    const lists = items.length > 0 ? items.map((item) => item.rows) : [rows];
    const isChosen = identityOf !== undefined && lists.some((list) => identityOf(list) === identity);
    element.classList.toggle('inlay-chosen', isChosen);
  }
}

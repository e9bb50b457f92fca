import type { CrossFilter } from '@inlay/content/embed-api';
import type { FilteringPoint } from '../stage/open-page.ts';
import type { TileView } from '../tile/tile-view.tsx';

/** A mark that filters the other tiles, and what it is called. */
export interface CrossChoice {
  readonly from: TileView;
  readonly filter: CrossFilter;
  readonly column: string;
  readonly label: string;
}

/** A second click on the same mark takes its filter away; a click on another mark of the tile moves it. */
export function toggleCross(
  choices: readonly CrossChoice[],
  from: TileView,
  { dimension, value }: FilteringPoint,
  label: string,
): readonly CrossChoice[] {
  const others = choices.filter((choice) => choice.from !== from);
  const before = choices.find((choice) => choice.from === from);
  const filter = { datasetId: from.tile.datasetId, column: dimension.name, value, ...grainOf(dimension) };
  if (before && JSON.stringify(before.filter) === JSON.stringify(filter)) return others;
  return [...others, { from, filter, column: dimension.label, label }];
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

/** Marks on the source of a filter which of its marks was chosen. */
export function showChosen(view: TileView, label: string | undefined): void {
  for (const mark of view.element.querySelectorAll<SVGElement>('[data-mark]')) {
    const [name] = JSON.parse(mark.dataset.mark ?? '[]') as [string?];
    mark.classList.toggle('inlay-chosen', label !== undefined && name === label);
  }
}

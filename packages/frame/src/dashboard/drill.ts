import type { DrillPath } from '@inlay/content/embed-api';
import type { OpenPageState } from '@inlay/content/page-state';
import type { ChosenPoint } from '../click/mark-point.ts';
import { makeButton } from '../tile/make-button.ts';
import type { TileView } from '../tile/tile-view.tsx';

/** The drill-down path of a tile and the labels of its levels. */
export interface DrillState extends DrillPath {
  readonly labels: readonly string[];
}

type Drills = OpenPageState['drill'];

/** The next level after a click on this mark, if there is one. */
export function drillInto(
  drills: Drills,
  view: TileView,
  now: DrillState | undefined,
  { dimension, value }: ChosenPoint,
  label: string,
): DrillState | undefined {
  const drill = drills?.find(
    ({ datasetId, levels }) => datasetId === view.tile.datasetId && levels.includes(dimension.name),
  );
  if (!drill || value === undefined) return undefined;
  const depth = drill.levels.indexOf(dimension.name);
  // A tile that starts below the top level has no path for the levels above.
  if (depth >= drill.levels.length - 1 || depth !== (now?.path.length ?? 0)) return undefined;
  return { id: drill.id, path: [...(now?.path ?? []), value], labels: [...(now?.labels ?? []), label] };
}

/** Breadcrumbs in the header of the tile. */
export function showBreadcrumbs(
  view: TileView,
  state: DrillState | undefined,
  all: string,
  onGo: (depth: number) => void,
): void {
  view.element.querySelector('.inlay-crumbs')?.remove();
  if (!state) return;
  const crumbs = document.createElement('nav');
  crumbs.className = 'inlay-crumbs';
  crumbs.ariaLabel = view.tile.title;
  for (const [depth, label] of [all, ...state.labels].entries()) {
    const button = makeButton({ textContent: label }, () => onGo(depth));
    if (depth === state.labels.length) button.ariaCurrent = 'true';
    crumbs.append(button);
  }
  const head = view.element.querySelector('.inlay-tile-head');
  const title = head?.querySelector('h1,h2,h3');
  if (title) title.after(crumbs);
  else head?.prepend(crumbs);
}

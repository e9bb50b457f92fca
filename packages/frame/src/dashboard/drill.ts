import { emptyLabel } from '@inlay/charts/format/empty-label';
import type { DrillPath } from '@inlay/content/embed-api';
import type { OpenPageState } from '@inlay/content/page-state';
import type { ViewState } from '@inlay/content/view-state';
import type { ChosenPoint } from '../click/mark-point.ts';
import type { PageContext } from '../page/page-context.ts';
import { makeButton } from '../tile/make-button.ts';
import type { TileView } from '../tile/tile-view.tsx';

/** The drill-down path of a tile and the labels of its levels. */
interface DrillState extends DrillPath {
  readonly labels: readonly string[];
}

interface DrillOptions {
  readonly context: PageContext;
  readonly root: ParentNode;
  readonly reload: (view: TileView) => Promise<void>;
}

/** The drill-down of the tiles of a dashboard. */
export function createDrills({ context, root, reload }: DrillOptions) {
  const { messages } = context.locale;
  const states = new Map<HTMLElement, DrillState>();
  const labelOf = (value: DrillState['path'][number]) =>
    typeof value === 'object' && value !== null ? '…' : (emptyLabel(value, messages()) ?? `${value}`);
  const apply = ({ drill = {} }: ViewState) => {
    states.clear();
    for (const element of root.querySelectorAll<HTMLElement>('[data-tile]')) {
      const { id, path, labels } = drill[element.dataset.tile ?? ''] ?? {};
      if (id !== undefined && path && path.length > 0)
        states.set(element, { id, path, labels: path.map((value, at) => labels?.[at] ?? labelOf(value)) });
    }
  };
  apply(context.page.view?.state ?? {});

  const showPath = (view: TileView) => {
    const state = states.get(view.element);
    showBreadcrumbs(view, state, messages().all, (depth) => {
      const up = state && {
        ...state,
        path: state.path.slice(0, depth),
        labels: state.labels.slice(0, depth),
      };
      void drill(view, depth === 0 ? undefined : up);
    });
  };
  const drill = async (view: TileView, state: DrillState | undefined) => {
    if (state) states.set(view.element, state);
    else states.delete(view.element);
    showPath(view);
    const path = context.page.drill?.find(({ id }) => id === state?.id)?.levels ?? [];
    context.link.emit('drill', {
      tileId: view.tile.id,
      path: (state?.path ?? []).map((value, level) => ({ [path[level] ?? '']: value })),
    });
    context.stateChanged('viewer');
    await reload(view);
  };

  return {
    apply,
    showPath,
    /** Drills into a mark; undefined if that is not possible. */
    into: (view: TileView, point: ChosenPoint, label: string) => {
      const deeper = context.allows('drill')
        ? drillInto(context.page.drill, view, states.get(view.element), point, label)
        : undefined;
      return deeper && (() => void drill(view, deeper));
    },
    /** The path of a tile, for its requests. */
    pathOf: (element: HTMLElement): DrillPath | undefined => {
      const state = states.get(element);
      return state && { id: state.id, path: state.path };
    },
    /** The paths of all tiles, for saved views. */
    state: (views: readonly TileView[]): Pick<ViewState, 'drill'> => {
      const drill = Object.fromEntries(
        views.flatMap(({ element, tile }) => {
          const state = states.get(element);
          return state ? [[tile.id, state]] : [];
        }),
      );
      return states.size > 0 ? { drill } : {};
    },
  };
}

type Drills = OpenPageState['drill'];

/** The next level after a click on this mark, if there is one. */
function drillInto(
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
function showBreadcrumbs(
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

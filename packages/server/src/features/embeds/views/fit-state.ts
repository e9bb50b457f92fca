import { chartOf } from '@inlay/charts/chart-kinds';
import type { Tile } from '@inlay/charts/tile';
import type { ViewState } from '@inlay/content/view-state';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { AppError } from '../../../platform/errors.ts';
import { accessibleColumns, contentDatasets, controlsOf } from '../request/chosen-filters.ts';
import type { OpenEmbed } from '../request/open-embed.ts';
import { filtersOfControl } from '../request/query-filters.ts';
import { choiceProblem, hierarchyOf } from '../tiles/query-tile.ts';

type Opened = Pick<OpenEmbed, 'content' | 'tiles'>;

/** The parts of a state that this content has, and a problem for each of the others. */
export function fitState(
  opened: Opened,
  { filters = {}, tab, tiles = {}, drill = {} }: ViewState,
): { readonly state: ViewState; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const fits = (path: string, problem: string | undefined) => {
    if (problem !== undefined) problems.push({ path, problem });
    return problem === undefined;
  };
  const kept = {
    filters: Object.fromEntries(
      Object.entries(filters).filter(([id, value]) =>
        fits(`/filters/${id}`, filterProblem(opened, id, value)),
      ),
    ),
    tiles: Object.fromEntries(
      Object.entries(tiles).flatMap(([id, sent]): [string, typeof sent][] => {
        const tile = opened.tiles.get(id);
        if (!fits(`/tiles/${id}`, tile ? undefined : NO_TILE) || !tile) return [];
        const { grain, measure, sort } = sent;
        const left = {
          ...(grain && fits(`/tiles/${id}/grain`, choiceProblem(tile, { grain })) && { grain }),
          ...(measure !== undefined &&
            fits(`/tiles/${id}/measure`, choiceProblem(tile, { measure })) && { measure }),
          ...(sort && fits(`/tiles/${id}/sort`, sortProblem(tile)) && { sort }),
        };
        return Object.keys(left).length === 0 ? [] : [[id, left]];
      }),
    ),
    drill: Object.fromEntries(
      Object.entries(drill).filter(([id, path]) => fits(`/drill/${id}`, drillProblem(opened, id, path))),
    ),
  };
  const hasTab = tab !== undefined && fits('/tab', tabProblem(opened, tab));
  return {
    state: {
      filters: kept.filters,
      ...(hasTab && { tab }),
      ...(Object.keys(kept.tiles).length > 0 && { tiles: kept.tiles }),
      ...(Object.keys(kept.drill).length > 0 && { drill: kept.drill }),
    },
    problems,
  };
}

/** The same of the state of a page, whose host may also filter by column. */
export function fitPageState(
  opened: OpenEmbed,
  { filters = {}, ...rest }: ViewState,
): ReturnType<typeof fitState> {
  const controls = new Set(controlsOf(opened).map(({ id }) => id));
  const columns = new Set(contentDatasets(opened).flatMap((id) => [...accessibleColumns(opened, id)]));
  const isByColumn = (name: string) => !controls.has(name) && columns.has(name);
  const all = Object.entries(filters);
  const { state, problems } = fitState(opened, {
    ...rest,
    filters: Object.fromEntries(all.filter(([name]) => !isByColumn(name))),
  });
  const byColumn = Object.fromEntries(all.filter(([name]) => isByColumn(name)));
  return { state: { ...state, filters: { ...state.filters, ...byColumn } }, problems };
}

const NO_TILE = 'is not a tile of this embed';

function filterProblem(
  opened: Opened,
  id: string,
  value: NonNullable<ViewState['filters']>[string],
): string | undefined {
  const control = controlsOf(opened).find((each) => each.id === id);
  if (!control) return 'is not a filter that this embed shows';
  try {
    filtersOfControl(control, value);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return 'is not a value of this filter';
  }
}

function tabProblem({ content }: Opened, tab: string): string | undefined {
  const tabs = content.kind === 'dashboard' ? (content.dashboard.tabs ?? []) : [];
  return tabs.some(({ id }) => id === tab) ? undefined : `is not a tab of this embed: '${tab}'`;
}

const sortProblem = ({ kind }: Tile) => (chartOf(kind).isTable ? undefined : 'is not possible: not a table');

function drillProblem(
  opened: Opened,
  id: string,
  { id: hierarchy, path }: NonNullable<ViewState['drill']>[string],
): string | undefined {
  const tile = opened.tiles.get(id);
  if (!tile) return NO_TILE;
  const levels = hierarchyOf(opened, tile, hierarchy)?.levels;
  if (!levels) return 'is not a drill-down of this tile';
  return path.length < levels.length ? undefined : 'has more levels than the drill-down';
}

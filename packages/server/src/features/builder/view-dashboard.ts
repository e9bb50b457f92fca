import type { Tile } from '@inlay/charts/tile';
import type { BuilderContent } from '@inlay/content/builder';
import type { Dashboard, DashboardContent } from '@inlay/content/dashboard';
import { unfoldDashboard } from '@inlay/content/unfold-dashboard';
import {
  type ContentItem,
  columnsOfFilter,
  fieldProblems,
  fieldUsesOfTile,
  foldDashboard,
  hasNoQuery,
  type Ownership,
  sourcesOf,
  usableTile,
  type ViewerScope,
  visibleContent,
} from '../content/index.ts';
import type { OpenEmbed } from '../embeds/index.ts';
import {
  type AccessibleFields,
  type BuilderContext,
  type DatasetAccess,
  isVisible,
  ownColumns,
  type VisibleAppContent,
} from './builder-context.ts';
import type { Builder } from './open-builder.ts';
import { withoutGroups } from './published-groups.ts';

/** A dashboard in a builder, as one viewer sees it. */
export interface DashboardView {
  readonly side: 'working' | 'published';
  /** The editable content, without rules and parts that are hidden from the viewer. */
  readonly content: BuilderContent;
  readonly opened: OpenEmbed;
  /** Rules hide a part of it from this viewer, so that saving what they see would delete that part. */
  readonly hidesParts: boolean;
}

/** The visible part of a dashboard for this viewer; undefined if there is none. */
export function viewDashboard(
  context: BuilderContext,
  item: ContentItem,
  ownership: Ownership | undefined,
  side: 'working' | 'published',
): DashboardView | undefined {
  const stored: DashboardContent = JSON.parse((side === 'working' ? item.draft : item.published) ?? '{}');
  const dashboard = shownTo(context.builder, ownership, stored);
  return viewContent(context, { ...dashboard, id: item.id }, side, {
    // Published content was reviewed; a colleague's working copy must not show more than the viewer's own could.
    onlyAccessible: side === 'working' && ownership !== undefined,
  });
}

/** A dashboard under the rules that apply to this viewer: a reviewer may publish it to groups that its owner is not in. */
export function shownTo(
  { me }: Pick<Builder, 'me'>,
  ownership: Ownership | undefined,
  dashboard: DashboardContent,
): DashboardContent {
  return ownership?.owner === me ? withoutGroups(dashboard) : dashboard;
}

export function viewContent(
  { builder, appContent, accessible, scope }: BuilderContext,
  stored: Dashboard,
  side: 'working' | 'published',
  { onlyAccessible }: { readonly onlyAccessible: boolean },
): DashboardView | undefined {
  const { viewer, embed, app } = builder;
  const withControls = onlyAccessible ? withAccessibleControls(stored, accessible) : stored;
  const dashboard = withUsableTexts(withControls, appContent, scope);
  const unfolded = unfoldDashboard(dashboard);
  const own = onlyAccessible
    ? unfolded.tiles
        .map((tile) => withAccessibleRows(tile, accessible))
        .filter((tile) => isAccessible(accessible, tile))
    : unfolded.tiles;
  const whole = {
    kind: 'dashboard',
    dashboard: unfolded.dashboard,
    tiles: [...appContent.library.values(), ...own],
  } as const;
  const visible = visibleContent(whole, (rule) => isVisible(rule, viewer), scope);
  if (visible?.kind !== 'dashboard') return undefined;
  const fields = (each: DatasetAccess) =>
    builder.contributes || builder.copies ? ownColumns(each) : each.visibleColumns;
  const isWhole = visible.dashboard.items.length === dashboard.items.length;
  // What is left out of the view stays on the canvas: filters that have nothing to filter yet, tabs without items, and
  // levels of hierarchies that the viewer may not filter by.
  const { filters, tabs, drill } = dashboard;
  const content = foldDashboard(visible.dashboard, dashboard);
  return {
    side,
    content: isWhole
      ? { ...content, ...(filters && { filters }), ...(tabs && { tabs }), ...(drill && { drill }) }
      : content,
    hidesParts: !isWhole || dashboard !== stored,
    opened: {
      embed,
      app,
      content: visible,
      tiles: new Map(visible.tiles.map((tile) => [tile.id, tile])),
      offered: new Map([...accessible].map(([id, each]) => [id, fields(each)])),
    },
  };
}

function isAccessible(datasets: AccessibleFields, tile: Tile): boolean {
  return fieldProblems(fieldUsesOfTile(tile, ''), { datasets }).length === 0;
}

/** The rows behind marks, without columns that the viewer could not add to a chart of their own. */
function withAccessibleRows({ drillThrough, ...tile }: Tile, accessible: AccessibleFields): Tile {
  const columns = drillThrough?.columns.filter((name) => accessible.get(tile.datasetId)?.columns.has(name));
  return columns === undefined || columns.length === 0 ? tile : { ...tile, drillThrough: { columns } };
}

/** Without texts that name values of a tile whose fields are denied to the viewer. */
function withUsableTexts(
  dashboard: Dashboard,
  { library }: VisibleAppContent,
  { denied }: ViewerScope,
): Dashboard {
  const { items } = dashboard;
  const charts = new Map(items.flatMap((item) => ('chart' in item ? [[item.id, item.chart] as const] : [])));
  const isDenied = (id: string) => {
    const tile = charts.get(id) ?? library.get(id);
    return tile !== undefined && hasNoQuery(usableTile(tile, denied));
  };
  const kept = items.filter((item) => !('text' in item) || !sourcesOf(item.values).some(isDenied));
  return kept.length === items.length ? dashboard : { ...dashboard, items: kept };
}

function withAccessibleControls(dashboard: Dashboard, accessible: AccessibleFields): Dashboard {
  const areAccessible = (datasetId: string, columns: readonly string[]) =>
    columns.every((column) => accessible.get(datasetId)?.columns.has(column));
  const { filters = [], drill = [] } = dashboard;
  const kept = {
    filters: filters.filter((control) => areAccessible(control.datasetId, columnsOfFilter(control))),
    drill: drill.filter(({ datasetId, levels }) => areAccessible(datasetId, levels)),
  };
  const isWhole = kept.filters.length === filters.length && kept.drill.length === drill.length;
  return isWhole ? dashboard : { ...dashboard, ...kept };
}

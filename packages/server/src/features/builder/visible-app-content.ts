import type { Tile } from '@inlay/charts/tile';
import type { Dashboard } from '@inlay/content/dashboard';
import type { Story } from '@inlay/content/story';
import { unfoldDashboard } from '@inlay/content/unfold-dashboard';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { VisibilityRule } from '@inlay/protocol/rule';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import { evaluateVisibility } from '../../platform/rules/evaluate-visibility.ts';
import type { Queries } from '../../platform/store/store.ts';
import { publishedItems, visibleContent } from '../content/index.ts';
import type { Builder } from './open-builder.ts';

/** Published content that this viewer sees, and so may build with. */
export interface VisibleAppContent {
  /** Published tiles, by id, without rules. */
  readonly library: ReadonlyMap<string, Tile>;
  /** All visible tiles: those of the library, and dashboards' own charts. */
  readonly tiles: readonly Tile[];
  readonly filters: readonly FilterControl[];
  readonly drills: readonly NonNullable<Dashboard['drill']>[number][];
}

/** Whether a rule is true for this viewer; always for an administrator at work. */
export const isVisible = (rule: VisibilityRule, viewer: EmbedPrincipal): boolean =>
  viewer.bypassesRowRules || evaluateVisibility(rule, viewer) === 'true';

/**
 * Reads the published content of the app that rules show this viewer. An administrator at work also gets the drafts of
 * tiles that were never published: a dashboard in progress may have them.
 */
export async function readVisibleAppContent(
  queries: Queries,
  { viewer, appItem }: Pick<Builder, 'viewer' | 'appItem'>,
): Promise<VisibleAppContent> {
  const items = await publishedItems(queries, viewer.tenantId, appItem.id, {
    withNewTiles: viewer.bypassesRowRules,
  });
  const evaluate = (rule: VisibilityRule) => isVisible(rule, viewer);
  const parsed = items.map(({ kind, id, published }) => ({
    kind,
    content: { ...JSON.parse(published), id },
  }));
  const tiles = parsed.filter(({ kind }) => kind === 'tile').map(({ content }) => content as Tile);
  const library = new Map(
    tiles.flatMap((tile) => {
      const visible = visibleContent({ kind: 'tile', tile }, evaluate);
      return visible?.kind === 'tile' ? [[tile.id, visible.tile] as const] : [];
    }),
  );
  const filters: FilterControl[] = [];
  const drills: NonNullable<Dashboard['drill']>[number][] = [];
  const charts: Tile[] = [];
  for (const { kind, content } of parsed) {
    if (kind === 'story') {
      const visible = visibleContent({ kind, story: content as Story, tiles }, evaluate);
      if (visible?.kind === 'story') filters.push(...(visible.story.filters ?? []));
    } else if (kind === 'dashboard') {
      const own = unfoldDashboard(content as Dashboard);
      const whole = { kind, dashboard: own.dashboard, tiles: [...tiles, ...own.tiles] } as const;
      const visible = visibleContent(whole, evaluate);
      if (visible?.kind !== 'dashboard') continue;
      filters.push(...(visible.dashboard.filters ?? []));
      drills.push(...(visible.dashboard.drill ?? []));
      charts.push(...visible.tiles.filter(({ id }) => own.tiles.some((chart) => chart.id === id)));
    }
  }
  return { library, tiles: [...library.values(), ...charts], filters, drills };
}

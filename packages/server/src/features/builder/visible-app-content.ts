import type { Dashboard } from '@inlay/protocol/dashboard';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { VisibilityRule } from '@inlay/protocol/rule';
import type { Story } from '@inlay/protocol/story';
import type { Tile } from '@inlay/protocol/tile';
import { unfoldDashboard } from '@inlay/protocol/unfold-dashboard';
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
  viewer.isUnruled || evaluateVisibility(rule, viewer) === 'true';

/** Reads the published content of the app that rules show this viewer. */
export async function readVisibleAppContent(
  queries: Queries,
  { viewer, appItem }: Pick<Builder, 'viewer' | 'appItem'>,
): Promise<VisibleAppContent> {
  const items = await publishedItems(queries, viewer.tenantId, appItem.id);
  const evaluate = (rule: VisibilityRule) => isVisible(rule, viewer);
  const parsed = items.map(({ kind, id, published }) => ({
    kind,
    content: { ...JSON.parse(published), id },
  }));
  const tiles = parsed.filter(({ kind }) => kind === 'tile').map(({ content }) => content as Tile);
  const library = new Map(
    tiles.flatMap((tile) => {
      const shown = visibleContent({ kind: 'tile', tile }, evaluate);
      return shown?.kind === 'tile' ? [[tile.id, shown.tile] as const] : [];
    }),
  );
  const filters: FilterControl[] = [];
  const drills: NonNullable<Dashboard['drill']>[number][] = [];
  const charts: Tile[] = [];
  for (const { kind, content } of parsed) {
    if (kind === 'story') {
      const shown = visibleContent({ kind, story: content as Story, tiles }, evaluate);
      if (shown?.kind === 'story') filters.push(...(shown.story.filters ?? []));
    } else if (kind === 'dashboard') {
      const own = unfoldDashboard(content as Dashboard);
      const whole = { kind, dashboard: own.dashboard, tiles: [...tiles, ...own.tiles] } as const;
      const shown = visibleContent(whole, evaluate);
      if (shown?.kind !== 'dashboard') continue;
      filters.push(...(shown.dashboard.filters ?? []));
      drills.push(...(shown.dashboard.drill ?? []));
      charts.push(...shown.tiles.filter(({ id }) => own.tiles.some((chart) => chart.id === id)));
    }
  }
  return { library, tiles: [...library.values(), ...charts], filters, drills };
}

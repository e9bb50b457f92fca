import type { OwnTile } from '@inlay/charts/tile';
import type { DashboardContent } from '@inlay/content/dashboard';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError, sentenceOf } from '../../../platform/errors.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { linksOf } from '../store/content-references.ts';
import { type ContentItem, findItems } from '../store/items.ts';

/** A click action passes on values of the result, so the query has to have their columns. */
export function checkClick({ click, query }: Pick<OwnTile, 'click' | 'query'>, at: string): FieldProblem[] {
  const known = new Set([...query.dimensions.map(({ column }) => column), ...query.measures]);
  const missing = (path: string, column: string): FieldProblem[] =>
    known.has(column)
      ? []
      : [{ path: `${at}/click/${path}`, problem: `contains '${column}', which the query does not have` }];
  if (click?.kind === 'url')
    return [...click.url.matchAll(/\{([^{}]+)\}/g)].flatMap(([, column = '']) => missing('url', column));
  if (click?.kind !== 'dashboard') return [];
  return Object.entries(click.filters ?? {}).flatMap(([filter, column]) =>
    missing(`filters/${filter}`, column),
  );
}

/**
 * Refuses to publish a click action whose dashboard or filters do not exist. A draft may have one, since two dashboards
 * can open each other.
 */
export async function refuseBrokenLinks(
  transaction: Queries,
  tenantId: TenantId,
  item: ContentItem,
): Promise<void> {
  const links = linksOf(item.kind, JSON.parse(item.draft));
  if (links.length === 0) return;
  const found = new Map(
    (
      await findItems(
        transaction,
        tenantId,
        'dashboard',
        links.map(({ dashboard }) => dashboard),
      )
    ).map((dashboard) => [dashboard.id, dashboard]),
  );
  const problems = links.flatMap(({ path, dashboard: id, filters }): readonly FieldProblem[] => {
    const dashboard = found.get(id);
    if (dashboard?.app_id !== item.app_id || dashboard.state === 'archived')
      return [
        {
          path: `${path}/dashboard`,
          problem: `refers to a dashboard that does not exist in this app: '${id}'`,
        },
      ];
    const { filters: controls = [] } = JSON.parse(dashboard.draft) as DashboardContent;
    return filters
      .filter((filter) => !controls.some((control) => control.id === filter))
      .map((filter) => ({
        path: `${path}/filters`,
        problem: `refers to a filter that the dashboard '${id}' does not have: '${filter}'`,
      }));
  });
  if (problems.length === 0) return;
  throw new AppError('CONFLICT', {
    message: `This cannot be published: ${sentenceOf(problems)}.`,
    details: problems.slice(0, 100),
  });
}

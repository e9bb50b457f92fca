import type { DashboardAction } from '@inlay/content/builder';
import type { Dashboard } from '@inlay/content/dashboard';
import { AppError } from '../../platform/errors.ts';
import type { IfMatch } from '../../platform/http/if-match.ts';
import { statesFor } from '../../platform/identity/permissions.ts';
import type { Queries } from '../../platform/store/store.ts';
import { takeLock } from '../../platform/store/take-lock.ts';
import { type ContentItem, findItem, findOwnership, type Ownership, staleContent } from '../content/index.ts';
import { type BuilderContext, readBuilderContext } from './builder-context.ts';
import { type DashboardRights, dashboardRights } from './dashboard-rights.ts';
import type { Builder } from './open-builder.ts';
import { hasGroupsToChoose } from './published-groups.ts';
import { editorOf } from './readable-names.ts';
import { redactContent } from './redact-content.ts';
import { type DashboardView, viewContent, viewDashboard } from './view-dashboard.ts';

/** A dashboard as the viewer sees it, and their rights to it. */
export interface FoundDashboard {
  readonly item: ContentItem;
  readonly ownership: Ownership | undefined;
  readonly rights: DashboardRights;
  readonly view: DashboardView;
}

/** A locked dashboard and the context that its rights were decided in. */
export interface OpenedDashboard extends FoundDashboard {
  readonly context: BuilderContext;
}

const noDashboard = () => new AppError('NOT_FOUND', { message: 'Dashboard not found.' });

/**
 * Throws NOT_FOUND if the viewer cannot see it. `side` selects the published version even for viewers of the working
 * copy.
 */
export async function findDashboard(
  queries: Queries,
  context: BuilderContext,
  id: string,
  side?: 'published',
): Promise<FoundDashboard> {
  const { viewer, appItem } = context.builder;
  const item = await findItem(queries, viewer.tenantId, 'dashboard', id);
  if (item?.app_id !== appItem.id) throw noDashboard();
  const found = visibleDashboard(context, item, await findOwnership(queries, viewer.tenantId, id), side);
  if (!found) throw noDashboard();
  return found;
}

export function visibleDashboard(
  context: BuilderContext,
  item: ContentItem,
  ownership: Ownership | undefined,
  side?: 'published',
): FoundDashboard | undefined {
  const rights = dashboardRights(context.builder, item, ownership);
  const sees = side === 'published' && item.published_version === null ? 'nothing' : (side ?? rights.sees);
  if (rights.sees === 'nothing' || sees === 'nothing') return undefined;
  const view = viewDashboard(context, item, ownership, sees);
  if (!view) return undefined;
  const { may, ...seen } = withoutBlindWriting(rights, view);
  const groups = may.groups && hasGroupsToChoose(context.builder, JSON.parse(item.published ?? '{}'));
  return { item, ownership, rights: { ...seen, may: { ...may, groups } }, view };
}

/**
 * Prevents saving or publishing parts that rules hide from the viewer; owners may drop such parts of their own
 * dashboards.
 */
function withoutBlindWriting(rights: DashboardRights, { hidesParts }: DashboardView): DashboardRights {
  if (!hidesParts) return rights;
  const { may, mine } = rights;
  const own = { edit: may.edit && mine, submit: may.submit && mine };
  return { ...rights, may: { ...may, ...own, publish: false, groups: false } };
}

/** The dashboard that a change is about, in the revision that the viewer has read. */
export interface DashboardTarget {
  readonly id: string;
  readonly ifMatch: IfMatch;
}

/** Locks the app, authorizes `action`, checks `ifMatch`, returns the dashboard. */
export async function openDashboard(
  transaction: Queries,
  builder: Builder,
  { id, action, ifMatch }: DashboardTarget & { readonly action: DashboardAction },
): Promise<OpenedDashboard> {
  const { viewer, appItem } = builder;
  await takeLock(transaction, 'app', viewer.tenantId, appItem.id);
  const context = await readBuilderContext(transaction, builder);
  const found = await findDashboard(transaction, context, id);
  const { item, ownership, rights, view } = found;
  if (!rights.may[action]) {
    if (view.hidesParts && (action === 'edit' || action === 'publish'))
      throw new AppError('NOT_PERMITTED', {
        message:
          'Visibility rules hide parts of this dashboard from you, and saving would delete them. Make a copy instead.',
      });
    throw wrongState(builder, item, ownership, action) ?? missingPrivilege(builder, action);
  }
  if (ifMatch === 'any' || ifMatch.includes(revisionOf(found))) return { ...found, context };
  if (view.side === 'published') throw new AppError('STALE_VERSION');
  const named = { ...item, updated_by: editorOf(builder, item) };
  throw await staleContent(transaction, viewer.tenantId, named, ifMatch[0], (stored) =>
    redactedView(context, { ...stored, id } as Dashboard, ownership),
  );
}

/** The revision that the viewer reads; 0 for readers of the published version, who learn nothing about the working copy. */
export const revisionOf = ({ item, view }: Pick<FoundDashboard, 'item' | 'view'>): number =>
  view.side === 'working' ? item.revision : 0;

/** A current or earlier working copy, without parts that the viewer cannot access. */
function redactedView(
  context: BuilderContext,
  dashboard: Dashboard,
  ownership: Ownership | undefined,
): object {
  const onlyAccessible = ownership !== undefined;
  const view = viewContent(context, dashboard, 'working', { onlyAccessible });
  return view ? redactContent(view.content, context) : {};
}

function missingPrivilege({ acts, validates }: Builder, action: DashboardAction): AppError {
  if (!acts || validates || !['publish', 'groups', 'return'].includes(action))
    return new AppError('NOT_PERMITTED');
  const advice = action === 'groups' ? '' : ' Submit the dashboard for review instead.';
  const message = `This requires the privilege 'validate' on the app.${advice}`;
  return new AppError('NOT_PERMITTED', { message });
}

function wrongState(
  builder: Builder,
  item: ContentItem,
  ownership: Ownership | undefined,
  action: DashboardAction,
): AppError | undefined {
  if (action === 'groups')
    return builder.validates && item.state !== 'published'
      ? new AppError('CONFLICT', {
          message:
            'The dashboard has changes that are not published. Choose its groups when you publish them.',
          details: { state: item.state },
        })
      : undefined;
  if (action !== 'submit' && action !== 'publish' && action !== 'return') return undefined;
  const states = statesFor(action);
  const couldFrom = states.some(
    (state) => dashboardRights(builder, { ...item, state }, ownership).may[action],
  );
  return couldFrom
    ? new AppError('CONFLICT', {
        message: `The dashboard is ${item.state}; '${action}' requires it to be ${states.join(' or ')}.`,
        details: { state: item.state },
      })
    : undefined;
}

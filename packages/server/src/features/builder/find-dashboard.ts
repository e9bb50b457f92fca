import type { DashboardAction } from '@inlay/protocol/builder';
import type { Dashboard } from '@inlay/protocol/dashboard';
import { AppError } from '../../platform/errors.ts';
import type { IfMatch } from '../../platform/http/if-match.ts';
import { statesFor } from '../../platform/identity/permissions.ts';
import type { Queries } from '../../platform/store/store.ts';
import {
  type ContentItem,
  findItem,
  findOwnership,
  lockApp,
  type Ownership,
  staleContent,
} from '../content/index.ts';
import { readAccessibleFields } from './accessible-fields.ts';
import { type DashboardRights, dashboardRights } from './dashboard-rights.ts';
import type { Builder } from './open-builder.ts';
import { redactContent } from './redact-content.ts';
import { type BuilderContext, type DashboardView, viewContent, viewDashboard } from './view-dashboard.ts';
import { readVisibleAppContent } from './visible-app-content.ts';

/** What a viewer may build from, read once for a request. */
export async function readBuilderContext(queries: Queries, builder: Builder): Promise<BuilderContext> {
  const shown = await readVisibleAppContent(queries, builder);
  return { builder, shown, accessible: await readAccessibleFields(queries, builder, shown) };
}

/** A dashboard that the viewer sees, and how. */
export interface FoundDashboard {
  readonly item: ContentItem;
  readonly ownership: Ownership | undefined;
  readonly rights: DashboardRights;
  readonly view: DashboardView;
}

/** One that is held still, with all that it was judged by. */
export interface OpenedDashboard extends FoundDashboard {
  readonly context: BuilderContext;
}

const noDashboard = () => new AppError('NOT_FOUND', { message: 'There is no such dashboard here.' });

/** What one may not see is not there. `side`: what viewers see, also for those who may read the working copy. */
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
  return view && { item, ownership, rights: withoutBlindWriting(rights, view), view };
}

/** Nobody saves or publishes parts that rules keep from them; of what is one's own, such parts may go. */
function withoutBlindWriting(rights: DashboardRights, { hidesParts }: DashboardView): DashboardRights {
  if (!hidesParts) return rights;
  const { may, mine } = rights;
  return { ...rights, may: { ...may, edit: may.edit && mine, submit: may.submit && mine, publish: false } };
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
  await lockApp(transaction, viewer.tenantId, appItem.id);
  const context = await readBuilderContext(transaction, builder);
  const found = await findDashboard(transaction, context, id);
  const { item, ownership, rights, view } = found;
  if (!rights.may[action]) {
    if (view.hidesParts && (action === 'edit' || action === 'publish'))
      throw new AppError('NOT_PERMITTED', {
        message: 'Rules hide parts of this dashboard from you, which saving would lose. Make a copy instead.',
      });
    throw wrongState(builder, item, ownership, action) ?? missingPrivilege(builder, action);
  }
  if (ifMatch !== 'any' && !ifMatch.includes(item.revision))
    throw await staleContent(transaction, viewer.tenantId, item, ifMatch[0], (stored) =>
      redactedView(context, { ...stored, id } as Dashboard, ownership),
    );
  return { ...found, context };
}

/** What somebody is told of a working copy, former or present. */
function redactedView(
  context: BuilderContext,
  dashboard: Dashboard,
  ownership: Ownership | undefined,
): object {
  const onlyAccessible = ownership !== undefined;
  const view = viewContent(context, dashboard, 'working', { onlyAccessible });
  return view ? redactContent(view.content, context.accessible) : {};
}

function missingPrivilege({ acts, validates }: Builder, action: DashboardAction): AppError {
  if (!acts || validates || (action !== 'publish' && action !== 'return'))
    return new AppError('NOT_PERMITTED');
  const message =
    "This requires the privilege 'validate' on the app. Submit the dashboard for review instead.";
  return new AppError('NOT_PERMITTED', { message });
}

function wrongState(
  builder: Builder,
  item: ContentItem,
  ownership: Ownership | undefined,
  action: DashboardAction,
): AppError | undefined {
  if (action !== 'submit' && action !== 'publish' && action !== 'return') return undefined;
  const states = statesFor(action);
  const couldFrom = states.some(
    (state) => dashboardRights(builder, { ...item, state }, ownership).may[action],
  );
  return couldFrom
    ? new AppError('CONFLICT', {
        message: `It is ${item.state}, and '${action}' starts from ${states.join(' or ')}.`,
        details: { state: item.state },
      })
    : undefined;
}

import type { DashboardVersion } from '@inlay/content/builder';
import type { Dashboard, DashboardContent, DashboardItem } from '@inlay/content/dashboard';
import type { VisibilityRule } from '@inlay/protocol/rule';
import { AppError } from '../../platform/errors.ts';
import type { ContentRevisionRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { editIn, findRevision, listRevisions } from '../content/index.ts';
import type { BuilderContext } from './builder-context.ts';
import { checkCanvas } from './check-canvas.ts';
import {
  type DashboardTarget,
  type FoundDashboard,
  findDashboard,
  type OpenedDashboard,
  openDashboard,
  visibleDashboard,
} from './find-dashboard.ts';
import type { BuilderRequest } from './open-builder.ts';
import { withoutGroups } from './published-groups.ts';
import { readableName } from './readable-names.ts';
import { type DashboardView, shownTo, viewContent } from './view-dashboard.ts';
import { accessIn, writeInBuilder } from './write-dashboards.ts';

const MAX_REVISIONS = 200;
/** Autosave makes many revisions in one sitting; only the last is listed. */
const SITTING_MS = 10 * 60_000;

const noVersion = () => new AppError('NOT_FOUND', { message: 'This dashboard has no such version.' });

/** The history of a dashboard, newest first, for those who may read its working copy. */
export async function listDashboardVersions(
  queries: Queries,
  context: BuilderContext,
  id: string,
): Promise<readonly DashboardVersion[]> {
  const { item } = await findWorkingCopy(queries, context, id);
  const steps = await listRevisions(queries, context.builder.viewer.tenantId, item, MAX_REVISIONS);
  return steps
    .filter((step, index) => index === 0 || step.version !== null || endsSitting(step, steps[index - 1]))
    .map(({ revision, version, author, by_viewer, at, comment }) => ({
      revision,
      version,
      author: readableName(context.builder, author, by_viewer === 1),
      at: new Date(at).toISOString(),
      comment,
      current: revision === item.revision,
    }));
}

type Step = Omit<ContentRevisionRow, 'content'>;

const endsSitting = ({ author, at }: Step, next: Step | undefined): boolean =>
  next?.author !== author || next.at - at > SITTING_MS;

async function findWorkingCopy(
  queries: Queries,
  context: BuilderContext,
  id: string,
): Promise<FoundDashboard> {
  const found = await findDashboard(queries, context, id);
  // Readers of the published version do not see the history.
  if (found.view.side !== 'working') throw noVersion();
  return found;
}

/** An earlier revision, reduced to what this viewer may see now. */
export async function viewVersion(
  queries: Queries,
  context: BuilderContext,
  id: string,
  revision: number,
): Promise<DashboardView> {
  const found = await findWorkingCopy(queries, context, id);
  return (await readVersion(queries, context, found, revision)).view;
}

async function readVersion(
  queries: Queries,
  context: BuilderContext,
  { item, ownership }: Pick<FoundDashboard, 'item' | 'ownership'>,
  revision: number,
): Promise<{ readonly view: DashboardView; readonly content: DashboardContent }> {
  const row = await findRevision(queries, context.builder.viewer.tenantId, item, { revision });
  if (!row) throw noVersion();
  const then: DashboardContent = JSON.parse(row.content);
  const now: DashboardContent = JSON.parse(item.draft);
  const shown = (each: DashboardContent) => shownTo(context.builder, ownership, each);
  const whole: Dashboard = { ...underRulesOfNow(shown(then), shown(now)), id: item.id };
  const view = viewContent(context, whole, 'working', { onlyAccessible: ownership !== undefined });
  if (!view) throw noVersion();
  return { view, content: underRulesOfNow(withoutGroups(then), now) };
}

/** Applies both the current rules and those of the revision. */
function underRulesOfNow(then: DashboardContent, now: DashboardContent): DashboardContent {
  const rules = new Map(now.items.map((item) => [item.id, item.visibility]));
  const { visibility: whole, template: _, ...rest } = then;
  const rule = both(whole, now.visibility);
  return {
    ...rest,
    items: then.items.map(({ visibility, ...item }): DashboardItem => {
      const own = both(visibility, rules.get(item.id));
      return { ...item, ...(own ? { visibility: own } : {}) } as DashboardItem;
    }),
    ...(now.template === undefined ? {} : { template: now.template }),
    ...(rule ? { visibility: rule } : {}),
  };
}

function both(
  one: VisibilityRule | undefined,
  other: VisibilityRule | undefined,
): VisibilityRule | undefined {
  if (!one || !other || JSON.stringify(one) === JSON.stringify(other)) return one ?? other;
  return { and: [one, other] };
}

/** Makes a revision the working copy again; viewers see it once it is published. */
export async function restoreDashboardVersion(
  request: BuilderRequest,
  target: DashboardTarget,
  revision: number,
): Promise<OpenedDashboard> {
  return writeInBuilder(request, async (write) => {
    const { transaction } = write;
    const opened = await openDashboard(transaction, request.builder, { ...target, action: 'edit' });
    const { context, ownership } = opened;
    const { view, content } = await readVersion(transaction, context, opened, revision);
    if (view.hidesParts)
      throw new AppError('NOT_PERMITTED', {
        message: 'You cannot restore this version because visibility rules hide parts of it from you.',
      });
    const item = await editIn(write, opened.item, {
      action: 'restore',
      content: checkCanvas(context, view.content, content),
      access: accessIn(context),
    });
    return { ...opened, ...visibleDashboard(context, item, ownership) };
  });
}

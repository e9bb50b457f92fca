import { isDeepStrictEqual } from 'node:util';
import { choiceVariants } from '@inlay/charts/choose-in-tile';
import type { OwnTile } from '@inlay/charts/tile';
import { type BuilderContent, BuilderContentSchema, type BuilderItem } from '@inlay/content/builder';
import type { DashboardContent, DashboardItem } from '@inlay/content/dashboard';
import { UTC_CALENDAR } from '@inlay/protocol/query';
import { type FieldProblem, shapeErrors } from '@inlay/protocol/shape-errors';
import { AppError, fieldsInvalid, refuseFields } from '../../platform/errors.ts';
import { QueryError } from '../../platform/query/errors/query-error.ts';
import { planQuery } from '../../platform/query/plan/plan.ts';
import {
  checkContent,
  type FieldUse,
  fieldProblems,
  fieldUseOfDrill,
  fieldUseOfFilter,
  fieldUsesOf,
  fieldUsesOfTile,
  sourcesOf,
  typeProblems,
} from '../content/index.ts';
import type { AccessibleFields, BuilderContext, DatasetAccess } from './builder-context.ts';
import { restoreRedactedParts } from './redact-content.ts';

export const MAX_CANVAS_BYTES = 256 * 1024;
/** The row limit of a chart. */
export const MAX_CHART_ROWS = 10_000;

/** Any time will do: the plan is only checked, never run. */
const SOME_MOMENT = Date.UTC(2020, 0, 1);

/**
 * Turns a dashboard that a viewer sent into content: validates its shape and access to its data, and restores the
 * rules that it had. Unchanged parts stay, no matter who added them.
 */
export function checkCanvas(
  context: Pick<BuilderContext, 'appContent' | 'accessible' | 'scope'>,
  sent: unknown,
  before?: DashboardContent,
): DashboardContent {
  const { appContent, accessible } = context;
  const shape = shapeErrors(BuilderContentSchema, sent);
  refuseFields(shape);
  const { canvas, problems: redactionProblems } = restoreRedactedParts(
    sent as BuilderContent,
    before,
    context,
  );
  refuseFields(redactionProblems);
  if (Buffer.byteLength(JSON.stringify(canvas)) > MAX_CANVAS_BYTES)
    throw new AppError('BODY_TOO_LARGE', {
      message: `A dashboard is limited to ${MAX_CANVAS_BYTES / 1024} KiB. Split it into several.`,
    });
  const content = withRules(canvas, before);
  const checked = checkContent('dashboard', content);
  if (checked.problems) throw fieldsInvalid(checked.problems);
  const problems = [
    ...itemProblems(canvas, before, appContent.library, accessible),
    ...controlProblems(canvas, before, accessible),
  ];
  refuseFields(problems);
  return content;
}

function withRules(canvas: BuilderContent, before: DashboardContent | undefined): DashboardContent {
  const { template, visibility, items = [] } = before ?? {};
  const rules = new Map(items.map((item) => [item.id, item.visibility]));
  return {
    ...canvas,
    items: canvas.items.map((item): DashboardItem => {
      const rule = rules.get(item.id);
      return rule === undefined ? item : { ...item, visibility: rule };
    }),
    ...(template === undefined ? {} : { template }),
    ...(visibility === undefined ? {} : { visibility }),
  };
}

function itemProblems(
  { items }: BuilderContent,
  before: DashboardContent | undefined,
  library: ReadonlyMap<string, unknown>,
  accessible: AccessibleFields,
): readonly FieldProblem[] {
  const former = new Map((before?.items ?? []).map((item) => [item.id, item]));
  const known = new Set([
    ...library.keys(),
    ...items.flatMap((item) => ('chart' in item ? [item.id] : [])),
    ...[...former.values()].flatMap(tilesNamed),
  ]);
  return items.flatMap((item, index): readonly FieldProblem[] => {
    const path = `/items/${index}`;
    if ('chart' in item) {
      const was = former.get(item.id);
      const isKept = was !== undefined && 'chart' in was && isDeepStrictEqual(was.chart, item.chart);
      const before = was && 'chart' in was ? fieldUsesOfTile(was.chart, '', item.id) : [];
      return isKept
        ? []
        : choiceVariants(item.chart).flatMap((chart) =>
            chartProblems(chart, accessible, `${path}/chart`, { item: item.id, before }),
          );
    }
    const unknown = tilesNamed(item).find((id) => !known.has(id));
    return unknown === undefined
      ? []
      : [{ path, problem: `refers to a tile that does not exist in this app: '${unknown}'` }];
  });
}

/** Library tiles that an item shows or takes values from. */
export function tilesNamed(item: BuilderItem | DashboardItem): readonly string[] {
  if ('tile' in item) return [item.tile];
  return 'text' in item ? sourcesOf(item.values) : [];
}

/**
 * Why this viewer cannot query a chart. Inaccessible names are reported as if they did not exist; parts that were there
 * `before` stay.
 */
export function chartProblems(
  chart: OwnTile,
  accessible: AccessibleFields,
  at: string,
  { item, before = [] }: { readonly item?: string; readonly before?: readonly FieldUse[] } = {},
): readonly FieldProblem[] {
  const { datasetId, query } = chart;
  const uses = fieldUsesOfTile(chart, at, item);
  const model = accessible.get(datasetId)?.model;
  const problems = [
    ...fieldProblems(uses, { datasets: accessible }, before),
    ...(model ? uses.flatMap((use) => typeProblems(use, model)) : []),
  ];
  if (problems.length > 0) return problems;
  if ((query.limit ?? 0) > MAX_CHART_ROWS)
    return [{ path: `${at}/query/limit`, problem: `must be at most ${MAX_CHART_ROWS}` }];
  const access = accessible.get(datasetId);
  return access ? planProblems(access, query, at) : [];
}

function planProblems(
  { model }: DatasetAccess,
  query: OwnTile['query'],
  at: string,
): readonly FieldProblem[] {
  try {
    planQuery(query, model, UTC_CALENDAR, SOME_MOMENT);
    return [];
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return [{ path: `${at}/query${error.path}`, problem: error.problem }];
  }
}

function controlProblems(
  { filters = [], drill = [] }: Pick<BuilderContent, 'filters' | 'drill'>,
  before: DashboardContent | undefined,
  accessible: AccessibleFields,
): readonly FieldProblem[] {
  const uses = [...filters.map(fieldUseOfFilter), ...drill.map(fieldUseOfDrill)];
  return fieldProblems(uses, { datasets: accessible }, before && fieldUsesOf('dashboard', before));
}

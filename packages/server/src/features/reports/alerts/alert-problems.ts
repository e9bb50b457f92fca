import { chartOf } from '@inlay/charts/chart-kinds';
import { dimensionNames } from '@inlay/charts/data/dimension-names';
import type { Tile } from '@inlay/charts/tile';
import type { AlertCondition } from '@inlay/content/subscription';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { closestName } from '../../../platform/closest-name.ts';
import { AppError } from '../../../platform/errors.ts';
import { type EmbedRequest, measureOfTile, viewedTile } from '../../embeds/index.ts';
import { MAX_MEMBERS } from './alert-memory.ts';
import { type AlertSubject, tileOfAlert } from './alert-subject.ts';

/** Why an alert cannot be created, by field. Reads no data. */
export async function alertProblems(
  request: EmbedRequest,
  subject: AlertSubject,
): Promise<readonly FieldProblem[]> {
  const { alert } = subject.settings;
  if (alert === null) return [];
  const query = tileOfAlert(request, subject);
  if (query === undefined)
    return [{ path: '/tileId', problem: 'is required for an alert: choose the chart that it watches' }];
  if (!request.tiles.has(query.id)) return [{ path: '/tileId', problem: 'is not a chart of this embed' }];
  try {
    const tile = await viewedTile(request, query);
    const problems = conditionProblems(tile, alert);
    if (problems.length > 0) return problems;
    const { measure, by } = alert;
    const asked = { ...query, measure, by, maxMembers: MAX_MEMBERS };
    const { type, memberType } = await measureOfTile(request, asked);
    if (memberType === 'date' || memberType === 'datetime') return [{ path: '/alert/by', problem: IS_TIME }];
    return alert.kind === 'missing' || NUMERIC.has(type)
      ? []
      : [
          {
            path: '/alert/measure',
            problem: `is not a number, but a ${type}. Only missing data can be watched`,
          },
        ];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'DATA_DENIED')
      return [{ path: '/tileId', problem: 'is a chart whose data you do not have access to' }];
    if (error.code !== 'REQUEST_INVALID') throw error;
    return [
      {
        path: '/alert/measure',
        problem: 'cannot be computed for this alert. Choose another measure or dimension',
      },
    ];
  }
}

const IS_TIME =
  'is the time of this chart, whose latest complete period is checked. Choose another dimension or none';

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'number']);

/** What does not fit the tile as its viewer sees it. */
export function conditionProblems(
  { kind, query }: Pick<Tile, 'kind' | 'query'>,
  { kind: condition, measure, by }: AlertCondition,
): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (query.measures.length === 0)
    problems.push({ path: '/tileId', problem: 'is a table without measures, which an alert cannot watch' });
  else if (!query.measures.includes(measure))
    problems.push({ path: '/alert/measure', problem: unknownName('measure', measure, query.measures) });
  if (by === undefined) return problems;
  const names = dimensionNames(query);
  const members = names.filter((_, index) => query.dimensions[index]?.grain === undefined);
  if (!names.includes(by))
    problems.push({ path: '/alert/by', problem: unknownName('dimension', by, members) });
  else if (!members.includes(by))
    problems.push({
      path: '/alert/by',
      problem: IS_TIME,
    });
  else if (condition === 'missing' && query.top?.dimension === by)
    problems.push({
      path: '/alert/by',
      problem: `has only its top values in this ${chartOf(kind).isTable ? 'table' : 'chart'}, so that others are not missing. Choose another chart`,
    });
  return problems;
}

function unknownName(what: 'measure' | 'dimension', name: string, known: readonly string[]): string {
  const problem = `is not a ${what} of this chart`;
  if (known.length === 0) return `${problem}, which has none`;
  const closest = closestName(name, known);
  return `${problem}. ${closest === undefined ? `Use ${known.join(', ')}` : `Did you mean ${closest}?`}`;
}

import { emptyLabel } from '@inlay/charts/format/empty-label';
import type { FilterValuesResponse } from '@inlay/content/embed-api';
import type { Cell, QueryResult } from '@inlay/protocol/result';
import { AppError, fieldsInvalid } from '../../../platform/errors.ts';
import { resolveColumn } from '../../../platform/query/model/model.ts';
import { fillVariables } from '../../../platform/query/plan/fill-variables.ts';
import type { FilterValuesQuery } from '../../../platform/query/plan/plan-filter-values.ts';
import { columnRange, runFilterValues, typedFilters } from '../../datasets/index.ts';
import { filterChoices } from '../request/chosen-filters.ts';
import type { EmbedRequest } from '../request/embed-request.ts';
import { filtersOfPath } from '../request/query-filters.ts';
import { hideFieldNames } from './query-tile.ts';
import { embedFilters, filtersReaching, loadReach } from './tile-filters.ts';

interface ValuesQuery {
  readonly search?: string | undefined;
  /** The values chosen on the levels above the requested one. */
  readonly path?: readonly Cell[] | undefined;
}

/** The values of a filter for this viewer, given the choices it depends on. */
export async function embedFilterValues(
  request: EmbedRequest,
  filterId: string,
  { search, path = [] }: ValuesQuery,
): Promise<FilterValuesResponse> {
  const { services, viewer, calendar, variables, signal } = request;
  const choices = filterChoices(request);
  const control = choices.find((choice) => choice.control.id === filterId)?.control;
  if (!control) throw new AppError('NOT_FOUND', { message: 'This embed has no such filter.' });
  const { loaded, reach } = await loadReach(request, [control.datasetId]);
  const found = loaded.get(control.datasetId);
  if (!found) throw new AppError('DATABASE_FAILED', { detail: `dataset ${control.datasetId} was deleted` });
  const { dataset, model } = found;
  const fixed = fillVariables(embedFilters(request, model), variables);
  const options = { calendar, variables, nothing: fixed === undefined, signal, model: async () => model };
  const narrowing = choices
    .filter((other) => control.dependsOn?.includes(other.control.id))
    .flatMap((other) => filtersReaching(control, other, reach));
  if (control.kind === 'hierarchy' && path.length >= control.levels.length)
    throw fieldsInvalid([{ path: '/path', problem: 'must have fewer values than the filter has levels' }]);
  const above = control.kind === 'hierarchy' ? filtersOfPath(control.levels, path) : [];
  const filters = typedFilters([...(fixed ?? []), ...narrowing, ...above], model);

  if (control.kind === 'slider' || control.kind === 'date-range')
    return hideFieldNames(() =>
      columnRange(services, viewer, dataset, control.column, { ...options, filters }),
    );
  const column = (control.kind === 'hierarchy' ? control.levels[path.length] : control.column) as string;
  const ask = (more: Partial<FilterValuesQuery>) =>
    hideFieldNames(async () => {
      const query = { column, filters, withEmpty: true, ...more };
      return (await runFilterValues(services, viewer, dataset, query, options)).result;
    });
  const { messages } = request.locale;
  const labelled = (value: Cell) => {
    const label = emptyLabel(value, messages);
    return label === undefined ? { value } : { value, label };
  };
  if (!search) {
    const result = await ask({});
    return { values: cells(result).map(labelled), truncated: result.truncated };
  }
  // The missing value and the empty text are found by what they are called.
  const isText = resolveColumn(model, column)?.column.type === 'string';
  const named = (isText ? [null, ''] : [null]).filter((value) =>
    emptyLabel(value, messages)?.toLocaleLowerCase().includes(search.toLocaleLowerCase()),
  );
  const [result, empty] = await Promise.all([
    ask({ search }),
    named.length === 0
      ? undefined
      : ask({ filters: [...filters, { column, operator: 'is', values: named }] }),
  ]);
  const listed = [...cells(result), ...(empty ? cells(empty) : [])];
  return { values: listed.map(labelled), truncated: result.truncated };
}

const cells = ({ columns }: QueryResult): readonly Cell[] => columns[0]?.values ?? [];

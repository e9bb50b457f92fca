import type { FilterValuesAnswer } from '@inlay/protocol/embed-api';
import type { Cell, QueryResult } from '@inlay/protocol/result';
import { AppError } from '../../platform/errors.ts';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import { fillVariables } from '../../platform/query/fill-variables.ts';
import type { Services } from '../../services.ts';
import { columnRange, findDataset, runFilterValues, typedFilters } from '../datasets/index.ts';
import {
  type Choices,
  controlsOf,
  embedFilters,
  filtersOfControl,
  filtersOfPath,
  valuesOfControls,
} from './chosen-filters.ts';
import type { OpenEmbed } from './open-embed.ts';

export interface ValuesQuestion extends Choices {
  readonly search?: string | undefined;
  /** The values chosen on the levels above the one that is asked for. */
  readonly path?: readonly Cell[] | undefined;
  readonly signal?: AbortSignal;
}

/** What a filter of the embed offers this viewer, given the choices it depends on. */
export async function embedFilterValues(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  filterId: string,
  question: ValuesQuestion,
): Promise<FilterValuesAnswer> {
  const control = controlsOf(opened).find(({ id }) => id === filterId);
  if (!control) throw new AppError('NOT_FOUND', { message: 'This embed has no such filter.' });
  const dataset = await findDataset(services.store, viewer.tenantId, control.datasetId);
  if (!dataset) throw new AppError('DATABASE_FAILED', { detail: `${control.datasetId} is gone` });
  const { search, path = [], signal, calendar } = question;
  const { definition } = dataset;
  const fixed = fillVariables(embedFilters(opened, definition), question.variables);
  const options = {
    calendar,
    variables: question.variables,
    ...(fixed ? {} : { nothing: true }),
    ...(signal ? { signal } : {}),
  };
  const values = valuesOfControls(opened, question.filters);
  const narrowing = controlsOf(opened)
    .filter((other) => control.dependsOn?.includes(other.id) && other.datasetId === control.datasetId)
    .flatMap((other) => filtersOfControl(other, values[other.id] ?? null));
  const above = control.kind === 'hierarchy' ? filtersOfPath(control.levels, path) : [];
  const filters = typedFilters([...(fixed ?? []), ...narrowing, ...above], definition);

  if (control.kind === 'slider' || control.kind === 'date-range')
    return columnRange(services, viewer, dataset, control.column, { ...options, filters });
  const column =
    control.kind === 'hierarchy'
      ? control.levels[Math.min(path.length, control.levels.length - 1)]
      : control.column;
  const { result } = await runFilterValues(
    services,
    viewer,
    dataset,
    { column: column as string, filters, ...(search === undefined ? {} : { search }) },
    options,
  );
  return { values: cells(result).map((value) => ({ value })), truncated: result.truncated };
}

const cells = ({ columns }: QueryResult): readonly Cell[] => columns[0]?.values ?? [];

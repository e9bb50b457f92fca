import { parseAdHocMeasure } from '@inlay/protocol/ad-hoc-measure';
import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { adHocMeasure } from '../../../platform/query/model/ad-hoc-measure.ts';
import {
  leavesModel,
  type Model,
  placeAt,
  queryColumn,
  resolveColumn,
  resolveMeasure,
} from '../../../platform/query/model/model.ts';
import { type FieldUse, pathOfColumn } from './field-uses.ts';
import { fieldsInQuery, type NamedField } from './fields-in-query.ts';
import { suggestName } from './suggest-name.ts';

/**
 * The names in a part of the content that its dataset does not have, each with the nearest one that it has. Names that
 * lead to a dataset that does not exist yet can be left out.
 */
export function unknownFields(
  use: FieldUse,
  { model, datasetName }: { readonly model: Model; readonly datasetName: string },
  { awaitsRelated = false }: { readonly awaitsRelated?: boolean } = {},
): readonly FieldProblem[] {
  return namesIn(use)
    .filter((field) => !isKnownField(field, model) && !(awaitsRelated && isAwaited(field, model)))
    .map(({ path, name, kind }) => {
      const noun = kind === 'either' ? 'field' : kind;
      return {
        path,
        problem: `refers to a ${noun} that the dataset “${datasetName}” does not have: “${name}”${suggestField({ name, kind }, model)}`,
      };
    });
}

function namesIn(use: FieldUse): readonly NamedField[] {
  if ('query' in use)
    return fieldsInQuery(use.query).map((field) => ({ ...field, path: `${use.at}/query${field.path}` }));
  return use.columns.map((name, index) => ({
    path: pathOfColumn(use, index),
    name,
    kind: 'column',
  }));
}

/** Whether the model has a field of this name and kind. */
export function isKnownField({ name, kind }: Pick<NamedField, 'name' | 'kind'>, model: Model): boolean {
  return (
    (kind !== 'measure' && resolveColumn(model, name) !== undefined) ||
    (kind !== 'column' && isMeasure(name, model))
  );
}

const isAwaited = ({ name }: NamedField, model: Model): boolean =>
  leavesModel(model, parseAdHocMeasure(name)?.column ?? name);

function isMeasure(name: string, model: Model): boolean {
  return (
    resolveMeasure(model, name) !== undefined ||
    adHocMeasure(name, (column) => queryColumn(model, column)) !== undefined
  );
}

/** The nearest field of the dataset that the name belongs to, among those that can be suggested. */
export function suggestField(
  { name, kind }: Pick<NamedField, 'name' | 'kind'>,
  model: Model,
  canSuggest: (name: string) => boolean = () => true,
): string {
  const dot = name.lastIndexOf('.');
  const related = dot < 0 ? undefined : placeAt(model, name.slice(0, dot));
  const { path, dataset } = related ?? { path: '', dataset: model.root };
  const fields: readonly (DatasetColumn | Measure)[] = [
    ...(kind === 'column' ? [] : (dataset.measures ?? [])),
    ...(kind === 'measure' ? [] : dataset.columns),
  ];
  const inPath = fields.map((field) => (path === '' ? field : { name: `${path}.${field.name}` }));
  return suggestName(
    name,
    inPath.filter((field) => canSuggest(field.name)),
  );
}

import type { Measure } from '@inlay/protocol/dataset';
import { Refused } from './refused.ts';
import type { TableName } from './shop.ts';
import { datasetOf, type Path, type ShopDataset, type ShopModel, type Step } from './shop-model.ts';

export interface ResolvedField {
  readonly path: Path;
  readonly table: TableName;
  /** In the dataset of the table. */
  readonly name: string;
}

/** A name in a query: a field of the root, or of the dataset that relationships before the dots lead to. */
export function resolveField(
  model: ShopModel,
  root: TableName,
  name: string,
  among: 'columns' | 'measures',
): ResolvedField {
  const path: Step[] = [];
  let table = root;
  let rest = name;
  for (;;) {
    const dataset = datasetOf(model, table);
    if (dataset[among].some((field) => field.name === rest)) return { path, table, name: rest };
    const dot = rest.indexOf('.');
    const step = dataset.relationships.find((candidate) => candidate.name === rest.slice(0, dot));
    if (dot < 0 || step === undefined || path.length === 5) throw new Refused(`no field ${name}`);
    path.push(step);
    table = step.to;
    rest = rest.slice(dot + 1);
  }
}

/** A measure by its name, or an aggregation that the column allows: `sum(lines.price)`. */
export function resolveMeasure(
  model: ShopModel,
  root: TableName,
  name: string,
): ResolvedField & { readonly dataset: ShopDataset } {
  const [, kind, columnName] = /^(sum|average|distinct|min|max|median|count)\((.+)\)$/.exec(name) ?? [];
  if (kind === undefined || columnName === undefined) {
    const field = resolveField(model, root, name, 'measures');
    return { ...field, dataset: datasetOf(model, field.table) };
  }
  const field = resolveField(model, root, columnName, 'columns');
  const dataset = datasetOf(model, field.table);
  const column = dataset.columns.find((candidate) => candidate.name === field.name);
  if (!column?.aggregations?.some((allowed) => allowed === kind)) throw new Refused(`no measure ${name}`);
  const measure = { name, kind, column: field.name } as Measure;
  return { ...field, name, dataset: { ...dataset, measures: [...dataset.measures, measure] } };
}

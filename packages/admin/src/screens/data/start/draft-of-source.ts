import type { DataMessages } from '@inlay/messages/data';
import type { DatasetSource, Measure } from '@inlay/protocol/dataset';
import type { Inferred } from '@inlay/protocol/dataset-api';
import { proposeMeasures } from '../datasets/measures/propose-measures.ts';
import type { DataFacts, DraftDataset } from './draft-dataset.ts';
import { nameSource } from './name-source.ts';
import { proposeColumns, withoutCurrency } from './propose-columns.ts';

/** A wide table has hundreds of numbers, of which few are looked at. */
const MAX_MEASURES = 12;
/** Of the sample that the server reads. */
const SAMPLE_ROWS = 20;

/** The dataset that a source suggests: name, labels, formats and measures. */
export function draftOfSource(
  id: string,
  source: DatasetSource,
  { columns: found, sample }: Inferred,
  t: DataMessages['measures'],
): DraftDataset {
  const valuesOf = (name: string) => sample.columns.find((column) => column.name === name)?.values;
  const columns = proposeColumns(found, valuesOf);
  const sampled = columns.map((column) => ({ ...column, values: valuesOf(column.name) ?? [] }));
  const measures = proposeMeasures(sampled, t).map((measure): Measure => {
    const format =
      'column' in measure ? columns.find(({ name }) => name === measure.column)?.format : undefined;
    return format ? withoutCurrency({ ...measure, format }) : measure;
  });
  const [count] = measures.slice(-1);
  return {
    id,
    name: nameSource(source),
    source,
    columns,
    measures: [...measures.slice(0, -1).slice(0, MAX_MEASURES - 1), ...(count ? [count] : [])],
    relationships: [],
    facts: factsOfSample(sample),
  };
}

/** A sample that is not full has all rows. */
function factsOfSample({ columns, rowCount }: Inferred['sample']): DataFacts {
  if (rowCount >= SAMPLE_ROWS || rowCount === 0) return rowCount === 0 ? { rows: 0 } : {};
  const distinct = columns.map(({ name, values }) => [
    name,
    new Set(values.filter((value) => value !== null)).size,
  ]);
  return { rows: rowCount, distinct: Object.fromEntries(distinct) };
}

import { adHocMeasureName } from '@inlay/protocol/ad-hoc-measure';
import type { EditorDataset, EditorMeasure } from '../editor-backend.ts';
import type { EditorTexts } from '../editor-texts.ts';

/** A dataset with all fields in one list: those of related datasets, and the measures that can be made of columns. */
export function allFields(
  { related = [], ...dataset }: EditorDataset,
  aggregationOf: EditorTexts['aggregationOf'],
): EditorDataset {
  const inGroup = <Field extends { readonly label: string }>(fields: readonly Field[], group: string) =>
    fields.map((field) => ({ ...field, group }));
  const columns = [...dataset.columns, ...related.flatMap((other) => inGroup(other.columns, other.label))];
  const measures = [
    ...dataset.measures,
    ...related.flatMap((other) => inGroup(other.measures, other.label)),
    ...columns.flatMap(({ name, label, group, aggregations = [] }) =>
      aggregations.map(
        (aggregation): EditorMeasure => ({
          name: adHocMeasureName({ aggregation, column: name }),
          label: aggregationOf[aggregation]({ field: label }),
          of: name,
          additive: aggregation === 'sum' || aggregation === 'count',
          ...(group !== undefined && { group }),
        }),
      ),
    ),
  ];
  return { ...dataset, columns, measures };
}

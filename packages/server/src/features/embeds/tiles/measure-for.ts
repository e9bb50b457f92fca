import type { Measure } from '@inlay/protocol/dataset';
import { adHocMeasure } from '../../../platform/query/model/ad-hoc-measure.ts';
import { type Model, queryColumn, resolveMeasure } from '../../../platform/query/model/model.ts';
import type { OpenEmbed } from '../request/open-embed.ts';

/** A measure with its label in the viewer's language; undefined if it does not exist for this viewer. */
export function measureFor(
  { nameColumn }: Pick<OpenEmbed, 'nameColumn'>,
  model: Model,
  name: string,
): (Pick<Measure, 'format'> & { readonly label: string }) | undefined {
  const measure =
    resolveMeasure(model, name)?.measure ?? adHocMeasure(name, (column) => queryColumn(model, column));
  if (!measure) return undefined;
  const { label = name, format } = measure;
  const column = { name, label, type: 'number', role: 'measure', values: [] } as const;
  return { label: nameColumn?.(column, []) ?? label, ...(format ? { format } : {}) };
}

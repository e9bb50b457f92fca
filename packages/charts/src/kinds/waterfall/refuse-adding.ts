import type { QueryResult } from '@inlay/protocol/result';
import type { Refusal } from '../../chart-traits.ts';
import { addsUp, dimensionsOf } from '../../data/own-total.ts';
import { readColumns } from '../../data/read-columns.ts';
import type { SharedOptions } from '../../options/shared-options.ts';

/** Each step starts where the previous one ended, which means nothing for averages, distinct counts and ratios. */
export function refuseAdding(result: QueryResult, options: SharedOptions | undefined): Refusal | undefined {
  const [measure] = readColumns(result, options).measures;
  if (!measure || addsUp(measure, dimensionsOf(result))) return undefined;
  return { reason: 'notSteps', instead: { kind: 'bar', layout: 'grouped' } };
}

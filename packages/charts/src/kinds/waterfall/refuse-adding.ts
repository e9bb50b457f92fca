import type { QueryResult } from '@inlay/protocol/result';
import type { Refusal } from '../../chart-traits.ts';
import { addsUp, dimensionsOf, measuresOf } from '../../data/adds-up.ts';
import type { SharedOptions } from '../../options/shared-options.ts';

/** Each step starts where the previous one ended, which means nothing for averages, distinct counts and ratios. */
export function refuseAdding(result: QueryResult, { y }: SharedOptions = {}): Refusal | undefined {
  const [measure] = measuresOf(result, y);
  if (!measure || addsUp(measure, dimensionsOf(result))) return undefined;
  return { reason: 'notSteps', instead: { kind: 'bar', options: { layout: 'grouped' }, offer: 'asBars' } };
}

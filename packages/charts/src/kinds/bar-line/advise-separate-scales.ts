import type { QueryResult } from '@inlay/protocol/result';
import type { Advice } from '../../chart-traits.ts';
import { dimensionsOf } from '../../data/adds-up.ts';
import { authoredFormat, readColumns } from '../../data/read-columns.ts';
import { unitOf } from '../../format/unit-of.ts';
import type { SharedOptions } from '../../options/shared-options.ts';

/**
 * On one scale, measures of one unit would hide the course of another one's. Bars and lines in panels have a scale each,
 * enough for two units; lines are those in percent, or else those with another unit than the first measure.
 */
export function adviseSeparateScales(result: QueryResult, options?: SharedOptions): Advice | undefined {
  const { measures } = readColumns(result, options);
  const units = new Map(
    measures.map((measure) => [measure.name, unitOf(authoredFormat(measure, options))] as const),
  );
  const isPlain = dimensionsOf(result).length === 1 && measures.every(({ pivot }) => pivot === undefined);
  if (!isPlain || new Set(units.values()).size !== 2) return undefined;
  const ofBars = [...units.values()].find((unit) => unit !== unitOf({ kind: 'percent' }));
  const line = [...units].flatMap(([name, unit]) => (unit === ofBars ? [] : [name]));
  return {
    reason: 'unitsDiffer',
    instead: { kind: 'bar-line', options: { splitMeasures: true, line }, offer: 'onSeparateScales' },
  };
}

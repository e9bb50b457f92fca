import type { QuerySpec } from '@inlay/protocol/query';
import { type IsSum, withOwnTotal } from '../../data/total-query.ts';
import type { OptionValues } from '../../options/chart-option.ts';
import type { options } from './options.ts';

/** The query of a donut, with the total in its middle. */
export const pieQuery = (
  query: QuerySpec,
  { y, donut = true }: OptionValues<typeof options>,
  isSum: IsSum,
): QuerySpec => (donut ? withOwnTotal(query, y?.[0] ?? query.measures[0], isSum) : query);

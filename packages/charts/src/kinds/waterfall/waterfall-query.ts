import type { QuerySpec } from '@inlay/protocol/query';
import { type IsSum, withOwnTotal } from '../../data/total-query.ts';
import type { OptionValues } from '../../options/chart-option.ts';
import type { options } from './options.ts';

/** The query of a waterfall, with the total that ends it unless the author chose its levels. */
export const waterfallQuery = (
  query: QuerySpec,
  { y, levels = [], panels }: OptionValues<typeof options>,
  isSum: IsSum,
): QuerySpec => (levels.length > 0 ? query : withOwnTotal(query, y?.[0] ?? query.measures[0], isSum, panels));

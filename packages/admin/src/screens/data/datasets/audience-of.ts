import type { Dataset } from '@inlay/protocol/dataset';
import type { Tone } from '../../../parts/badge.tsx';

/** Who sees rows of a dataset, in a few words. */
export function audienceOf({
  segmented,
  rowRules,
  groupRules,
}: Pick<Dataset, 'segmented' | 'rowRules' | 'groupRules'>): { readonly tone: Tone; readonly text: string } {
  const rules = (rowRules?.length ?? 0) + (groupRules?.length ?? 0);
  if (rules > 0) return { tone: 'good', text: rules === 1 ? 'By one rule' : `By ${rules} rules` };
  return segmented === false
    ? { tone: 'neutral', text: 'Everybody, every row' }
    : { tone: 'warning', text: 'Nobody yet' };
}

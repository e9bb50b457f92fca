import type { ContentMessages } from '@inlay/messages/content';
import { type NarrativeProblem, VALUE_FORMATS } from '@inlay/protocol/parse-narrative';

/** What is wrong with a placeholder, and what to do. */
export function problemText(
  { problem, whole, name = '' }: NarrativeProblem,
  { texts: t }: ContentMessages['stories']['problems'],
): string {
  if (problem === 'syntax') return t.syntax({ whole, example: '{{ revenue | currency }}' });
  if (problem === 'format') return t.format({ name, formats: VALUE_FORMATS.join(', ') });
  if (problem === 'condition') return t.condition({ whole, example: '{{#if growth > 0}}' });
  if (problem === 'plural') return t.plural({ whole, example: '{{#plural orders}}' });
  if (problem === 'category') return t.category({ name });
  if (problem === 'missing-other') return t.missingOther({ whole, other: '{{:other}}' });
  return t[problem]({ whole });
}

import { readValue } from '@inlay/charts/format/read-value';
import { isWrittenAsZero } from '@inlay/charts/format/write-value';
import { branchReader } from '@inlay/protocol/branch-reader';
import { chooseBranches, narrativeOutline } from '@inlay/protocol/choose-branches';
import { parseNarrative } from '@inlay/protocol/parse-narrative';
import { sampleOf, type TextContext } from './text-context.ts';

type Known = Pick<TextContext, 'values' | 'results' | 'locale'>;

/** A title as it reads now, with … for values that are not known yet. */
export function currentTitle(title: string, { values, results, locale }: Known): string {
  const sourceOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
  const read = (name: string) => {
    const source = sourceOf(name);
    const result = source && results.get(source.tile);
    return result && { found: readValue(source, result) };
  };
  const reader = branchReader(title, {
    cell: (name) => {
      const known = read(name);
      return known && (known.found?.cell ?? null);
    },
    isWrittenAsZero: ({ value, format }) => {
      const found = read(value)?.found;
      return found !== undefined && isWrittenAsZero(found, format, locale);
    },
    language: locale.language,
  });
  const chosen = chooseBranches(title, reader) ?? narrativeOutline(title);
  return parseNarrative(chosen)
    .map((part) => {
      if ('text' in part) return part.text;
      const source = 'value' in part ? sourceOf(part.value) : undefined;
      return ('value' in part && source && sampleOf({ results, locale }, source, part.format)) || '…';
    })
    .join('');
}

import type { AppContent } from '@inlay/protocol/app';
import { parseNarrative } from '@inlay/protocol/parse-narrative';
import type { FieldProblem } from '@inlay/protocol/shape-errors';

/** A translation shows no value that the phrase does not: what is bound beside the phrase is all there is. */
export function checkApp({ translations = {} }: AppContent): readonly FieldProblem[] {
  return Object.entries(translations).flatMap(([language, phrases]) =>
    Object.entries(phrases).flatMap(([phrase, translation]) => {
      const known = new Set(valuesIn(phrase));
      return valuesIn(translation)
        .filter((value) => !known.has(value))
        .map((value) => ({
          path: `/translations/${language}/${escaped(phrase)}`,
          problem: `shows '${value}', which the phrase does not`,
        }));
    }),
  );
}

/** What stands in double braces, by name; as it is written where it names nothing, such as a format that was translated too. */
function valuesIn(text: string): readonly string[] {
  return parseNarrative(text).flatMap((part) => {
    if ('value' in part) return [part.value];
    return 'problem' in part ? [part.whole] : [];
  });
}

/** RFC 6901 §3. */
const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

import { completeLocale } from './complete-locale.ts';
import { isMessage, type MessageTree, readLocales } from './read-locales.ts';

export interface MissingTexts {
  readonly locale: string;
  /** The keys of texts that appear in English. */
  readonly keys: readonly string[];
}

/** What each language of a folder lacks; those that lack nothing are not listed. */
export function missingTexts(folder: string): readonly MissingTexts[] {
  const locales = readLocales(folder, () => {});
  const english = locales.find(({ locale }) => locale === 'en');
  if (!english) return [];
  return locales
    .map((file) => ({
      locale: file.locale,
      keys: keysOf(completeLocale(file, english).namespaces, (locale) => locale !== file.locale),
    }))
    .filter(({ keys }) => keys.length > 0);
}

function keysOf(tree: MessageTree, matches: (locale: string) => boolean, prefix = ''): readonly string[] {
  return [...tree].flatMap(([name, node]) => {
    const key = prefix + name;
    if (!isMessage(node)) return keysOf(node, matches, `${key}.`);
    return matches(node.locale) ? [key] : [];
  });
}

const FEW = 5;

/** One line: `de: 2 texts are missing: ui.undo, ui.redo; they appear in English`. */
export function summarizeMissing({ locale, keys }: MissingTexts): string {
  const named = keys.slice(0, FEW).join(', ') + (keys.length > FEW ? ` and ${keys.length - FEW} more` : '');
  return keys.length === 1
    ? `${locale}: 1 text is missing: ${named}; it appears in English`
    : `${locale}: ${keys.length} texts are missing: ${named}; they appear in English`;
}

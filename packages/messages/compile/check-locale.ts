import { type ParsedMessage, typeText } from './parse-message.ts';
import { isMessage, type LocaleFile, type MessageTree, type Report } from './read-locales.ts';

/** The areas of the admin app. They are complete in these languages; others may leave them out and show English. */
export const ADMIN_NAMESPACES = [
  'admin',
  'embeds',
  'embedSettings',
  'palette',
  'conditions',
  'content',
  'data',
  'people',
  'tenant',
  'activity',
];
/** Those that the admin app uses besides. */
export const SHARED_NAMESPACES = ['ui', 'charts', 'editor'];
const ADMIN_LOCALES = ['en', 'de'];

/** Compares the messages of a language with English and with the plural categories of the language. */
export function checkLocale(locale: LocaleFile, english: LocaleFile, report: Report): void {
  const file = `${locale.locale}.json`;
  const mayMiss = (namespace: string) =>
    ADMIN_NAMESPACES.includes(namespace) && !ADMIN_LOCALES.includes(locale.locale);
  const expected = new Map(
    [...english.namespaces].filter(([name]) => locale.namespaces.has(name) || !mayMiss(name)),
  );
  compareTrees(locale.namespaces, expected, '', {
    categories: usualCategories(locale.locale),
    report: (key, problem) => report(file, key, problem),
  });
}

interface Context {
  readonly categories: readonly string[];
  readonly report: (key: string, problem: string) => void;
}

function compareTrees(own: MessageTree, english: MessageTree, prefix: string, context: Context): void {
  for (const [name, node] of english) {
    const key = prefix + name;
    const found = own.get(name);
    if (!found) context.report(key, 'is missing: add it, translated from en.json');
    else if (isMessage(node) !== isMessage(found))
      context.report(key, `must be ${isMessage(node) ? 'a text' : 'an object of texts'}, as in en.json`);
    else if (isMessage(node) && isMessage(found)) compareMessages(found, node, key, context);
    else if (!isMessage(node) && !isMessage(found)) compareTrees(found, node, `${key}.`, context);
  }
  for (const name of own.keys())
    if (!english.has(name)) context.report(prefix + name, 'is not in en.json: remove it, or add it there');
}

function compareMessages(own: ParsedMessage, english: ParsedMessage, key: string, context: Context): void {
  const argumentsOf = (message: ParsedMessage) =>
    [...message.arguments]
      .map(([name, argument]) => `{${name}}: ${typeText(argument)}`)
      .sort()
      .join(', ') || 'none';
  const [found, wanted] = [argumentsOf(own), argumentsOf(english)];
  if (found !== wanted)
    context.report(key, `has the arguments ${found}, but ${wanted} in en.json: use the same ones`);
  for (const plural of own.plurals) {
    const missing = context.categories.filter((category) => !plural.includes(category));
    if (missing.length > 0)
      context.report(
        key,
        `lacks the plural category ${missing.join(', ')}: add ${missing.join(' {…} ')} {…}`,
      );
  }
}

/**
 * The categories that whole numbers up to a thousand have, and `other`. Some languages have one more for full millions,
 * which reads well enough without.
 */
function usualCategories(locale: string): readonly string[] {
  const rules = new Intl.PluralRules(locale);
  const found = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
  return [...found.add('other')];
}

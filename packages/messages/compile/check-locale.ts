import { type ParsedMessage, typeText } from './parse-message.ts';
import { isMessage, type LocaleFile, type MessageTree, type Report } from './read-locales.ts';

/** Compares the messages of a language with English and with the plural categories of the language. It may lack some (ADR 303). */
export function checkLocale(locale: LocaleFile, english: LocaleFile, report: Report): void {
  const file = `${locale.locale}.json`;
  compareTrees(locale.namespaces, english.namespaces, '', {
    categories: {
      cardinal: usualCategories(locale.locale, 'cardinal'),
      ordinal: usualCategories(locale.locale, 'ordinal'),
    },
    report: (key, problem) => report(file, key, problem),
  });
}

interface Context {
  readonly categories: Readonly<Record<Intl.PluralRuleType, readonly string[]>>;
  readonly report: (key: string, problem: string) => void;
}

function compareTrees(own: MessageTree, english: MessageTree, prefix: string, context: Context): void {
  for (const [name, found] of own) {
    const key = prefix + name;
    const node = english.get(name);
    if (!node) context.report(key, 'is not in en.json: remove it, or add it there');
    else if (isMessage(node) !== isMessage(found))
      context.report(key, `must be ${isMessage(node) ? 'a text' : 'an object of texts'}, as in en.json`);
    else if (isMessage(node) && isMessage(found)) compareMessages(found, node, key, context);
    else if (!isMessage(node) && !isMessage(found)) compareTrees(found, node, `${key}.`, context);
  }
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
  for (const { type, categories } of own.plurals) {
    const missing = context.categories[type].filter((category) => !categories.includes(category));
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
function usualCategories(locale: string, type: Intl.PluralRuleType): readonly string[] {
  const rules = new Intl.PluralRules(locale, { type });
  const found = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
  return [...found.add('other')];
}

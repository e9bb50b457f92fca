import type { ParsedMessage } from './parse-message.ts';
import { isMessage, type LocaleFile, type MessageTree } from './read-locales.ts';

/** The areas of the admin app. A language has all of them or none: without them, the admin app is in English. */
export const ADMIN_NAMESPACES = [
  'admin',
  'embeds',
  'embedSettings',
  'palette',
  'bulk',
  'conditions',
  'content',
  'data',
  'start',
  'people',
  'tenant',
  'activity',
  'signIn',
  'access',
  'providers',
  'reportAdmin',
  'explanation',
];
/** Namespaces among these whose texts the server writes. */
export const SERVER_NAMESPACES = ['explanation'];
/** Other namespaces that the admin app uses. */
export const SHARED_NAMESPACES = ['ui', 'charts', 'editor'];

/** A language with the English text wherever it lacks one (ADR 303). */
export function completeLocale(locale: LocaleFile, english: LocaleFile): LocaleFile {
  const hasAdmin = ADMIN_NAMESPACES.some((each) => locale.namespaces.has(each));
  const wanted = [...english.namespaces].filter(([name]) => hasAdmin || !ADMIN_NAMESPACES.includes(name));
  const namespaces = wanted.map(
    ([name, tree]) => [name, completeTree(locale.namespaces.get(name), tree)] as const,
  );
  return { ...locale, namespaces: new Map(namespaces) };
}

function completeTree(own: MessageTree | undefined, english: MessageTree): MessageTree {
  return new Map<string, MessageTree | ParsedMessage>(
    [...english].map(([name, node]) => {
      const found = own?.get(name);
      if (isMessage(node)) return [name, found && isMessage(found) ? found : node];
      return [name, completeTree(found && !isMessage(found) ? found : undefined, node)];
    }),
  );
}

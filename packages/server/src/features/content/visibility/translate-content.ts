import type { App } from '@inlay/content/app';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../../platform/store/store.ts';
import { findDatasets } from '../../datasets/index.ts';
import { referencesOf } from '../store/content-references.ts';
import { itemsOfApp } from '../store/items.ts';
import { noSuchContent } from '../store/open-content.ts';

/**
 * Translates an author's phrase; returns it unchanged if there is no translation (ADR 230). Surrounding space, as YAML
 * blocks leave it, is ignored.
 */
export type Translate = (phrase: string) => string;

/** Falls back from `de-AT` to `de`; undefined if the app has neither. */
export function translatorOf({ translations = {} }: App, language: string): Translate | undefined {
  const regional = Object.hasOwn(translations, language) ? translations[language] : undefined;
  const [general = ''] = language.split('-', 1);
  const phrases = regional ?? (Object.hasOwn(translations, general) ? translations[general] : undefined);
  return (
    phrases &&
    ((phrase) => {
      const key = phrase.trim();
      return Object.hasOwn(phrases, key) ? (phrases[key] as string) : phrase;
    })
  );
}

const PHRASES = new Set(['title', 'description', 'label', 'narrative', 'recommendation', 'source', 'text']);

/** Values under these keys are not for people: column names, rules, bindings. */
const NAMES = new Set(['query', 'values', 'visibility', 'formats', 'colors']);

/** Content with every phrase translated. */
export function translateContent<T>(content: T, translate: Translate): T {
  return walk(content, translate) as T;
}

/** All phrases in content, untranslated. */
function phrasesOf(content: unknown): readonly string[] {
  const found = new Set<string>();
  walk(content, (phrase) => {
    if (/\p{L}/u.test(phrase)) found.add(phrase.trim());
    return phrase;
  });
  return [...found];
}

function walk(value: unknown, translate: Translate): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, translate));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (NAMES.has(key)) return [key, part];
      return [key, typeof part === 'string' && PHRASES.has(key) ? translate(part) : walk(part, translate)];
    }),
  );
}

/**
 * All phrases of an app to translate, in the order of its content. Without dashboards that viewers made: they stay in
 * their authors' language.
 */
export async function listPhrases(
  queries: Queries,
  tenantId: TenantId,
  appId: string,
): Promise<readonly string[]> {
  const items = await itemsOfApp(queries, tenantId, appId, 'authored');
  if (!items.some(({ kind }) => kind === 'app')) throw noSuchContent();
  const translatable = items
    .filter(({ kind }) => kind !== 'app')
    .map(({ kind, draft }) => ({ kind, content: JSON.parse(draft) }));
  const named = translatable.flatMap(({ kind, content }) => referencesOf(kind, content));
  const datasets = new Set(named.filter(({ kind }) => kind === 'dataset').map(({ id }) => id));
  const definitions = (await findDatasets(queries, tenantId, [...datasets])).map((each) => each.definition);
  const labels = definitions.flatMap(({ columns, measures = [] }) =>
    [...columns, ...measures].map(({ label, name }) => ({ label: label ?? name })),
  );
  return phrasesOf([...translatable.map(({ content }) => content), ...labels]);
}

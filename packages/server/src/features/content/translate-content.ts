import type { App } from '@inlay/protocol/app';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../platform/store/store.ts';
import { findDatasets } from '../datasets/index.ts';
import { referencesOf } from './content-references.ts';
import { itemsOfApp } from './items.ts';
import { noSuchContent } from './open-content.ts';

/**
 * An author's phrase in the viewer's language, or the phrase itself where nobody has translated it (ADR 230). Space
 * around a phrase, as a block of YAML leaves it, does not count.
 */
export type Translate = (phrase: string) => string;

/** `de-AT` is read from `de-AT`, else from `de`. An app without that language answers nothing. */
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

/** Nothing below these is read by people: names of columns, rules, bindings. */
const NAMES = new Set(['query', 'values', 'visibility', 'formats', 'colors']);

/** Content with every phrase that people read in another language. */
export function translateContent<T>(content: T, translate: Translate): T {
  return walk(content, translate) as T;
}

/** All that people read in content, as its author wrote it. */
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
 * All that viewers of an app read and its authors wrote, in the order of its content: what there is to translate.
 * Dashboards that viewers made for themselves are theirs, and stay in their words.
 */
export async function listPhrases(
  queries: Queries,
  tenantId: TenantId,
  appId: string,
): Promise<readonly string[]> {
  const items = await itemsOfApp(queries, tenantId, appId, 'authored');
  if (!items.some(({ kind }) => kind === 'app')) throw noSuchContent();
  const shown = items
    .filter(({ kind }) => kind !== 'app')
    .map(({ kind, draft }) => ({ kind, content: JSON.parse(draft) }));
  const named = shown.flatMap(({ kind, content }) => referencesOf(kind, content));
  const datasets = new Set(named.filter(({ kind }) => kind === 'dataset').map(({ id }) => id));
  const definitions = (await findDatasets(queries, tenantId, [...datasets])).map((each) => each.definition);
  const labels = definitions.flatMap(({ columns, measures = [] }) =>
    [...columns, ...measures].map(({ label, name }) => ({ label: label ?? name })),
  );
  return phrasesOf([...shown.map(({ content }) => content), ...labels]);
}

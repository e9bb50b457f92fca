import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParsedMessage, parseMessage } from './parse-message.ts';

export interface LocaleFile {
  /** A BCP 47 tag, the name of the file. */
  readonly locale: string;
  /** In the language itself. */
  readonly name: string;
  /** Whether a native speaker has reviewed the texts. */
  readonly reviewed: boolean;
  readonly namespaces: ReadonlyMap<string, MessageTree>;
}

export type MessageTree = ReadonlyMap<string, MessageTree | ParsedMessage>;

export const isMessage = (node: MessageTree | ParsedMessage): node is ParsedMessage => 'elements' in node;

/** Reports a problem at a key of a file. */
export type Report = (file: string, key: string, problem: string) => void;

/** Reads every `<locale>.json` of a folder. */
export function readLocales(folder: string, report: Report): readonly LocaleFile[] {
  return readdirSync(folder)
    .filter((file) => /^[a-z]{2,3}(?:-\w+)*\.json$/.test(file))
    .sort()
    .map((file) => readLocale(folder, file, report));
}

function readLocale(folder: string, file: string, report: Report): LocaleFile {
  const { $: about, ...texts } = readJson(folder, file, report);
  const locale = file.slice(0, -'.json'.length);
  const { name, reviewed } = (isObject(about) ? about : {}) as { name?: unknown; reviewed?: unknown };
  if (typeof name !== 'string' || typeof reviewed !== 'boolean')
    report(file, '$', 'must say what the language is called: {"name": "Polski", "reviewed": false}');
  const namespaces = readTree(texts, '', { locale, report: (key, problem) => report(file, key, problem) });
  for (const [key, node] of namespaces)
    if (isMessage(node)) report(file, key, 'is a text where a namespace is expected: move it into one');
  return {
    locale,
    name: String(name),
    reviewed: reviewed === true,
    namespaces: new Map([...namespaces].flatMap(([key, node]) => (isMessage(node) ? [] : [[key, node]]))),
  };
}

function readJson(folder: string, file: string, report: Report): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    if (isObject(read)) return read;
    report(file, '', 'must be an object of namespaces');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    report(file, '', `is not valid JSON: ${error.message}`);
  }
  return {};
}

function readTree(
  texts: Readonly<Record<string, unknown>>,
  prefix: string,
  context: { readonly locale: string; readonly report: (key: string, problem: string) => void },
): MessageTree {
  const { locale, report } = context;
  const tree = new Map<string, MessageTree | ParsedMessage>();
  for (const [name, value] of Object.entries(texts)) {
    const key = prefix + name;
    if (isObject(value)) tree.set(name, readTree(value, `${key}.`, context));
    else if (typeof value !== 'string' || value.trim() === '')
      report(key, 'must be a text that is not empty, or an object of texts');
    else
      try {
        tree.set(name, parseMessage(value, locale));
      } catch (error) {
        report(key, `${error instanceof Error ? error.message : error}: ${JSON.stringify(value)}`);
      }
  }
  return tree;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

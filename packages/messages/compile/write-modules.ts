import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_NAMESPACES, SERVER_NAMESPACES, SHARED_NAMESPACES } from './complete-locale.ts';
import { messageCode } from './message-code.ts';
import { type ParsedMessage, typeText } from './parse-message.ts';
import { isMessage, type LocaleFile, type MessageTree } from './read-locales.ts';

const NOTICE = '// Generated from packages/messages/*.json: change those.\n';

/** The source of every generated module by its path below `dist`. */
export function writeModules(files: readonly LocaleFile[], source: LocaleFile): Map<string, string> {
  const locales = files.map(withChartOptions);
  const english = withChartOptions(source);
  const modules = new Map([
    ['locales.ts', localesModule(locales)],
    ['load-messages.ts', adminModule(english, locales)],
    ['runtime.ts', readFileSync(join(import.meta.dirname, '..', 'src', 'runtime.ts'), 'utf8')],
  ]);
  for (const [namespace, tree] of english.namespaces) {
    const spoken = locales.filter(({ namespaces }) => namespaces.has(namespace));
    if (namespace === 'sdk') {
      modules.set('sdk.ts', textsModule(namespace, tree, spoken));
      continue;
    }
    modules.set(`${namespace}.ts`, namespaceModule(namespace, tree, spoken));
    if (!ADMIN_NAMESPACES.includes(namespace) || SERVER_NAMESPACES.includes(namespace))
      modules.set(`${namespace}/all.ts`, allModule(namespace, spoken));
    for (const { locale, namespaces } of spoken)
      modules.set(
        `${namespace}/${locale}.ts`,
        localeModule(namespace, namespaces.get(namespace) ?? new Map()),
      );
  }
  return modules;
}

/**
 * The builder shows charts that the server has drawn: of their messages, it loads the names of kinds as the namespace
 * `chartKinds`, and those of options as `chartOptions`.
 */
function withChartOptions(file: LocaleFile): LocaleFile {
  const charts = file.namespaces.get('charts');
  const [kinds, options] = [charts?.get('kinds'), charts?.get('options')];
  if (!kinds || isMessage(kinds) || !options) return file;
  const only = (wanted: string): MessageTree =>
    new Map(
      [...kinds].map(([kind, texts]) => {
        const kept = isMessage(texts) ? [] : [...texts].filter(([key]) => key === wanted);
        return [kind, new Map(kept)] as const;
      }),
    );
  const chartOptions: MessageTree = new Map([
    ['kinds', only('options')],
    ['options', options],
  ]);
  const added = [
    ['chartKinds', only('label')],
    ['chartOptions', chartOptions],
  ] as const;
  return { ...file, namespaces: new Map([...file.namespaces, ...added]) };
}

function localesModule(locales: readonly LocaleFile[]): string {
  const listed = locales.map((file) => {
    const { locale, name, reviewed } = file;
    return JSON.stringify({ locale, name, reviewed, admin: hasAdmin(file) });
  });
  return `${NOTICE}
export interface LocaleInfo {
  readonly locale: string;
  /** In the language itself. */
  readonly name: string;
  /** Whether a native speaker has reviewed the texts. */
  readonly reviewed: boolean;
  /** Whether the admin app is translated too. */
  readonly admin: boolean;
}

export const locales: readonly LocaleInfo[] = [
  ${listed.join(',\n  ')},
];
`;
}

/** The admin app begins in English, without waiting for another file: its English is part of it. */
const WITH_ENGLISH = 'admin';

/** For the admin app: its namespaces by name, in its languages only. */
function adminModule({ namespaces }: LocaleFile, locales: readonly LocaleFile[]): string {
  const own = [...namespaces.keys()].filter(
    (namespace) =>
      [...ADMIN_NAMESPACES, ...SHARED_NAMESPACES].includes(namespace) &&
      !SERVER_NAMESPACES.includes(namespace),
  );
  const spoken = locales.filter(hasAdmin).map(({ locale }) => locale);
  const loader = (namespace: string, locale: string) =>
    namespace === WITH_ENGLISH && locale === 'en'
      ? 'async () => ({ messages })'
      : `() => import('./${namespace}/${locale}.ts')`;
  const loaders = own.map((namespace) => {
    const each = spoken.map((locale) => `${JSON.stringify(locale)}: ${loader(namespace, locale)}`);
    return `  ${namespace}: { ${each.join(', ')} },`;
  });
  return `${NOTICE}
import { inLanguage } from '@inlay/protocol/language';
import { messages } from './${WITH_ENGLISH}/en.ts';
${own.map((each) => `import type { ${typeName(each)} } from './${each}.ts';`).join('\n')}

export interface Namespaces {
${own.map((each) => `  readonly ${each}: ${typeName(each)};`).join('\n')}
}

type Load<Messages> = () => Promise<{ readonly messages: Messages }>;
type ByLanguage<Messages> = Readonly<Record<'en', Load<Messages>>> & Readonly<Record<string, Load<Messages>>>;

const loaders: { readonly [Name in keyof Namespaces]: ByLanguage<Namespaces[Name]> } = {
${loaders.join('\n')}
};

/** The messages of an area of the admin app in the language of a tag such as \`de-CH\`, or in English. */
export const loadMessages = async <Name extends keyof Namespaces>(
  namespace: Name,
  tag: string,
): Promise<Namespaces[Name]> => (await inLanguage<Load<Namespaces[Name]>>(loaders[namespace], tag)()).messages;
`;
}

const hasAdmin = ({ namespaces }: LocaleFile): boolean =>
  ADMIN_NAMESPACES.every((each) => namespaces.has(each));

/** The type of a namespace, and the function that loads one language of it. */
function namespaceModule(namespace: string, tree: MessageTree, spoken: readonly LocaleFile[]): string {
  const type = typeName(namespace);
  const loaders = spoken.map(
    ({ locale }) => `  ${JSON.stringify(locale)}: () => import('./${namespace}/${locale}.ts'),`,
  );
  return `${NOTICE}
import { inLanguage } from '@inlay/protocol/language';

export interface ${type} ${treeType(tree)}

const locales: Readonly<Record<'en', Load>> & Readonly<Record<string, Load>> = {
${loaders.join('\n')}
};
type Load = () => Promise<{ readonly messages: ${type} }>;

/** The messages in the language of a tag such as \`pt-BR\`, or in English. */
export const load${type} = async (tag: string): Promise<${type}> =>
  (await inLanguage(locales, tag)()).messages;
`;
}

/** For code that needs every language at once, such as the server. */
function allModule(namespace: string, spoken: readonly LocaleFile[]): string {
  const type = typeName(namespace);
  const name = `${type[0]?.toLowerCase()}${type.slice(1)}`;
  const identifier = (locale: string) => locale.replaceAll('-', '_');
  const imports = spoken.map(
    ({ locale }) => `import { messages as ${identifier(locale)} } from './${locale}.ts';`,
  );
  const entries = spoken.map(({ locale }) => `${JSON.stringify(locale)}: ${identifier(locale)}`);
  return `${NOTICE}
import type { ${type} } from '../${namespace}.ts';
${imports.join('\n')}

export const ${name}: Readonly<Record<'en', ${type}>> & Readonly<Record<string, ${type}>> = { ${entries.join(', ')} };
`;
}

/**
 * For scripts with few texts and a budget of bytes: each text in the reviewed languages. A constant per
 * text is the smallest form after compression.
 */
function textsModule(namespace: string, tree: MessageTree, spoken: readonly LocaleFile[]): string {
  const reviewed = spoken.filter((each) => each.reviewed);
  const texts = [...tree.keys()].map((name) => {
    const entries = reviewed.flatMap(({ locale, namespaces }) => {
      const message = namespaces.get(namespace)?.get(name);
      // Code that reads these falls back to English itself.
      return message && isMessage(message) && message.locale === locale
        ? [`${JSON.stringify(locale)}: ${messageCode(message)}`]
        : [];
    });
    return `export const ${name}: Readonly<Record<string, string>> = { ${entries.join(', ')} };`;
  });
  return `${NOTICE}\n${texts.join('\n')}\n`;
}

function localeModule(namespace: string, tree: MessageTree): string {
  const type = typeName(namespace);
  const code = treeCode(tree);
  const used = ['number', 'ordinal', 'plural', 'select'].filter((name) =>
    new RegExp(`${name}\\((?:"|v\\.)`).test(code),
  );
  const runtime = used.length > 0 ? `import { ${used.join(', ')} } from '../runtime.ts';\n` : '';
  return `${NOTICE}
import type { ${type} } from '../${namespace}.ts';
${runtime}
export const messages: ${type} = ${code};
`;
}

const typeName = (namespace: string): string => `${namespace[0]?.toUpperCase()}${namespace.slice(1)}Messages`;

function treeType(tree: MessageTree): string {
  const entries = [...tree].map(
    ([name, node]) =>
      `readonly ${JSON.stringify(name)}: ${isMessage(node) ? messageType(node) : treeType(node)};`,
  );
  return `{\n${entries.join('\n')}\n}`;
}

function messageType({ arguments: all }: ParsedMessage): string {
  if (all.size === 0) return 'string';
  const fields = [...all].map(([name, argument]) => `readonly ${name}: ${typeText(argument)}`);
  return `(values: { ${fields.join('; ')} }) => string`;
}

function treeCode(tree: MessageTree): string {
  const entries = [...tree].map(
    ([name, node]) => `${JSON.stringify(name)}: ${isMessage(node) ? messageCode(node) : treeCode(node)},`,
  );
  return `{\n${entries.join('\n')}\n}`;
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The language of each file of messages; every folder of messages has a file of each name. */
export const LANGUAGES = {
  arabic: 'ar',
  german: 'de',
  english: 'en',
  spanish: 'es',
  french: 'fr',
  italian: 'it',
  japanese: 'ja',
  dutch: 'nl',
  portuguese: 'pt',
} as const;
type Texts = Readonly<Record<(typeof LANGUAGES)[keyof typeof LANGUAGES], unknown>>;

const charts = fileURLToPath(new URL('../charts/src/', import.meta.url));
/** A text in every language, in the order that the formatter keeps (`Messages` in charts). */
const literals = /\{\s*ar:\s[\s\S]*?\bpt:\s(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\{[^{}]*\}),?\s*\}/g;
const module = 'virtual:chart-texts';

/**
 * The folder of a chart kind holds its texts in every language, and a viewer needs one. In the build they come with the
 * editor's messages of that language. Should this miss any text, the test of the builder's size says so.
 */
export function textsByLanguage(): Plugin {
  const all: Texts[] = [];
  const first = new Map<string, number>();
  for (const file of globSync('{kinds,options}/**/*.ts', { cwd: charts })) {
    first.set(join(charts, file), all.length);
    for (const [literal] of readFileSync(join(charts, file), 'utf8').matchAll(literals))
      all.push(new Function(`return ${literal}`)() as Texts);
  }
  return {
    name: 'texts-by-language',
    enforce: 'pre',
    resolveId: (id) => (id === module ? id : undefined),
    load: (id) => (id === module ? runtime : undefined),
    transform: (code, id) => {
      const start = first.get(id);
      const parts = start === undefined ? [] : code.split(literals);
      if (start !== undefined && parts.length > 1) {
        const [head, ...rest] = parts;
        const replaced = rest.map((part, index) => `textOf(${start + index})${part}`);
        return `import { textOf } from '${module}';\n${head}${replaced.join('')}`;
      }
      const name = /\/editor\/src\/words\/(\w+)\.ts$/.exec(id)?.[1];
      const language = LANGUAGES[name as keyof typeof LANGUAGES];
      if (language === undefined) return undefined;
      const texts = JSON.stringify(all.map((each) => each[language]));
      return `import { addTexts } from '${module}';\naddTexts('${language}', ${texts});\n${code}`;
    },
  };
}

const runtime = `
const known = {};
export const addTexts = (language, texts) => { known[language] = texts; };
const languages = ${JSON.stringify(Object.values(LANGUAGES))};
export const textOf = (index) =>
  Object.defineProperties({}, Object.fromEntries(
    languages.map((language) => [language, { get: () => known[language]?.[index] }]),
  ));
`;

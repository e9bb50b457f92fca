import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkLocale } from './check-locale.ts';
import { completeLocale } from './complete-locale.ts';
import { readLocales } from './read-locales.ts';
import { writeModules } from './write-modules.ts';

/**
 * Compiles `<locale>.json` of a folder into modules below `target` (ADR 271). Returns the problems it found, each with file, key and what
 * to do; with any of them, nothing is written.
 */
export function compileMessages(folder: string, target = join(folder, 'dist')): readonly string[] {
  const problems: string[] = [];
  const report = (file: string, key: string, problem: string) =>
    problems.push([`packages/messages/${file}:`, key, problem].filter(Boolean).join(' '));
  const locales = readLocales(folder, report);
  const english = locales.find(({ locale }) => locale === 'en');
  if (!english) report('en.json', '', 'is missing: it has the texts that all others are translated from');
  else if (problems.length === 0) {
    for (const locale of locales) checkLocale(locale, english, report);
    const complete = locales.map((locale) => completeLocale(locale, english));
    if (problems.length === 0) writeChanged(target, writeModules(complete, english));
  }
  return problems;
}

/** Unchanged modules keep their time, so that nothing is built or loaded again for them. */
function writeChanged(target: string, modules: ReadonlyMap<string, string>): void {
  for (const file of globSync('**/*.ts', { cwd: target })) if (!modules.has(file)) rmSync(join(target, file));
  for (const [file, source] of modules) {
    const path = join(target, file);
    if (existsSync(path) && readFileSync(path, 'utf8') === source) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, source);
  }
}

import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

export interface Import {
  /** From the repository's root, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly specifier: string;
  /** Which of its exports, each perhaps with `type` before it; nothing where that may be any. */
  readonly names: readonly string[] | undefined;
}

export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

export function readSources(root: string, pattern: string): SourceFile[] {
  return globSync(pattern, { cwd: root, exclude: (name) => name.includes('node_modules') })
    .sort()
    .map((name) => ({ file: name.split(sep).join('/'), text: readFileSync(join(root, name), 'utf8') }));
}

const anyImport =
  /(?:\b(?:import|export)\s[^'"`;]*?\bfrom\s*|\bimport\s*)(?:\(\s*)?'(?<specifier>[^'\n]+)'|\bnew URL\('(?<worker>\.[^'\n]+\.ts)', import\.meta\.url\)/g;

// Code that the product shows or generates is inside templates.
const commentOrTemplate = /\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*$|`(?:\\.|\$\{[^}]*\}|[^`\\])*`/gms;

/** A file's text without comments and templates, line by line where it was. */
export function codeOf({ text }: SourceFile): string {
  return text.replaceAll(commentOrTemplate, (found) => found.replaceAll(/[^\n]/g, ' '));
}

/** Every way a file names another: static, for side effects, re-exported, dynamic, or as a worker. */
export function importsOf(source: SourceFile): Import[] {
  const code = codeOf(source);
  return [...code.matchAll(anyImport)].map((match) => {
    const { specifier, worker } = match.groups ?? {};
    const end = match.index + match[0].length;
    return {
      file: source.file,
      line: code.slice(0, end).split('\n').length,
      specifier: specifier ?? worker ?? '',
      names: namesIn(match[0]),
    };
  });
}

function namesIn(statement: string): readonly string[] | undefined {
  const { type, names } = /^import\s+(?<type>type\s)?\s*\{(?<names>[^}]*)\}/.exec(statement)?.groups ?? {};
  if (type !== undefined || /^import\s+type\s/.test(statement)) return [];
  return names
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

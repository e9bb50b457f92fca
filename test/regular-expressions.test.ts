import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';
import { readSources, type SourceFile } from './support/source/read-imports.ts';
import { unitCpuMs } from './support/time/cpu-units.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Regular expressions that read no text of a request, or no long one. */
const NOT_FOR_REQUESTS: Readonly<Record<string, string>> = {
  'packages/protocol/src/typed-numbers.ts': 'runs in browsers only',
  'packages/server/src/cli/': 'the command line of an operator',
  'packages/server/src/platform/engines/': 'names and values of a database',
  'packages/server/src/platform/query/expression/': 'expressions, which have at most 10,000 characters',
  'packages/server/src/platform/query/compile/compile-formula.ts': 'digits of a number',
  'packages/server/src/platform/render/draw-svg.ts': 'drawings that the server made',
  'packages/server/src/platform/render/file-worker.ts':
    'drawings that the server made, in a thread of its own',
  'packages/server/src/platform/render/used-rules.ts': 'our own style sheets',
  'packages/server/src/platform/render/result-xlsx.ts': 'titles, which have at most 256 characters',
  'packages/server/src/platform/identity/hashing-turns.ts': 'IP addresses',
  'packages/server/src/platform/egress/networks.ts': 'IP addresses',
  'packages/server/src/features/content/visibility/suggest-name.ts': 'text without repeated underscores',
  'packages/server/src/features/content/lifecycle/create-content.ts': 'text without repeated dashes',
  'packages/server/src/features/datasets/suggest-relationships.ts': 'text without repeated underscores',
};

interface Found {
  readonly where: string;
  readonly regex: RegExp;
}

/** Literals, patterns of schemas, and those made from a literal. */
function expressionsIn({ file, text }: SourceFile): readonly Found[] {
  const found: Found[] = [];
  const add = (at: number, source: string, flags: string) =>
    found.push({
      where: `${file}:${text.slice(0, at).split('\n').length}`,
      regex: new RegExp(source, flags.replace('g', '')),
    });
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, regex, key, value } = node as Node;
    if (type === 'Literal' && regex) add(start, regex.pattern, regex.flags);
    if (type === 'Property' && key?.name === 'pattern' && typeof value?.value === 'string')
      add(start, value.value, 'u');
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(file, text).program);
  return found;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly key?: { readonly name?: string };
  readonly value?: { readonly value?: unknown };
}

const SAMPLES = [...' \t\n/\\."\'`{}()[]<>=,;:*+%@#|&?!$~^-_0aAéß'];

/** A character of each class in an expression, its fixed texts, and some of both together. */
function piecesOf({ source }: RegExp): readonly string[] {
  const classes = source.match(/\[(?:\\.|[^\]\\])+\]|\\[pP]\{\w+\}|\\[dDwWsS]|\./g) ?? [];
  const characters = classes.flatMap((each) => {
    const matches = SAMPLES.filter((sample) => new RegExp(`^(?:${each})$`, 'u').test(sample));
    return [matches[0], matches.at(-1)];
  });
  const texts = source
    .replaceAll(
      /\[(?:\\.|[^\]\\])+\]|\\[pP]\{\w+\}|\\[bBdDwWsS]|\(\?(?:<?[=!]|:|<\w+>)|\{\d+,?\d*\}/g,
      '\u0000',
    )
    .replaceAll(/(?<!\\)[|()^$*+?.]/g, '\u0000')
    .replaceAll(/\\(.)/g, '$1')
    .split('\u0000')
    .filter((part) => part !== '');
  const singles = [...characters.filter((each) => each !== undefined), ...texts.slice(0, 6)];
  const pairs = texts.slice(0, 4).flatMap((part) => singles.slice(0, 3).map((each) => part + each));
  return [...new Set([...singles, ...pairs])];
}

/** Texts that repeat pieces of an expression and then do not match; short ones first, which some take forever for. */
function* attacksOn(regex: RegExp): Generator<string> {
  const pieces = piecesOf(regex);
  const starts = ['', ...pieces.slice(0, 3)];
  for (const length of [22, 16_000])
    for (const piece of pieces)
      for (const start of starts)
        for (const end of ['', '\u0000', '\n!'])
          yield start + piece.repeat(Math.ceil(length / piece.length)) + end;
}

const cpuOf = (regex: RegExp, text: string): number => {
  const started = process.threadCpuUsage();
  text.replace(regex, '');
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1000;
};

/** Whether a text costs far more than a few passes over it, each time that it is read. */
function isSlow(regex: RegExp, unitMs: number): boolean {
  // A pass over 16,000 characters takes a thousandth of this, comparing each with each other several times as much.
  const limit = unitMs / 4;
  return attacksOn(regex).some((text) => [1, 2].every(() => cpuOf(regex, text) > limit));
}

describe('regular expressions that read requests', () => {
  const unitMs = unitCpuMs();
  const all = readSources(root, 'packages/{server,protocol,content}/src/**/*.ts').flatMap(expressionsIn);
  const reading = all.filter(
    ({ where }) => !Object.keys(NOT_FOR_REQUESTS).some((file) => where.startsWith(file)),
  );

  it('take linear time, also for long repetitions', () => {
    assert.ok(reading.length > 100);
    const slow = reading.filter(({ regex }) => isSlow(regex, unitMs));
    assert.deepEqual(
      slow.map(({ where, regex }) => `${where} ${regex}`),
      [],
    );
  });

  it('are found if they do not', () => {
    for (const regex of [/\/+$/, /BEGIN [A-Z ]*PRIVATE/, /(\d+)+x/, /<(\w+)([^>]*)>/])
      assert.ok(isSlow(regex, unitMs), String(regex));
    for (const regex of [/^\/+$/, /^[a-z]{1,40}$/, /BEGIN [A-Z ]{0,40}PRIVATE/])
      assert.ok(!isSlow(regex, unitMs), String(regex));
  });
});

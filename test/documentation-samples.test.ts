import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { VARIABLES } from '@inlay/server/config';
import { serve } from '@inlay/server/serve';
import { parseAst } from 'rolldown/parseAst';
import { parse as parseYaml } from 'yaml';
import { type ApiDescription, operationsOf } from './support/http/api-description.ts';
import { runCommand } from './support/server/run-command.ts';
import { guideCommands, RUN_ELSEWHERE, RUN_IN_ORDER } from './support/source/guide-commands.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = globSync(['README.md', 'docs/guide/*.md'], { cwd: root }).sort();

/** Variables of the customer's server, and of commands that are clients of an instance. */
const OF_THE_CUSTOMER = [
  'INLAY_CLIENT_SECRET',
  'INLAY_PRIVATE_KEY_FILE',
  'INLAY_REPORT_SECRET',
  'INLAY_URL',
  'INLAY_KEY',
];

/** Addresses that the description of the API leaves out, and why. */
const NOT_DESCRIBED: Readonly<Record<string, string>> = {
  '/api': 'the base of all others',
  '/api/v0': 'the base of version 0',
  '/embed/api/v0': 'the base of what embeds request',
  '/api/scim/v2': 'the base of SCIM',
  '/api/openapi.json': 'the description itself',
  '/api/docs': 'leads to the documentation',
  '/api/auth/realms/*': 'the audience of assertions, an identifier',
};

interface Block {
  /** File and line, to find it. */
  readonly place: string;
  readonly language: string;
  readonly code: string;
}

const blocks = pages.flatMap((file): readonly Block[] => {
  const text = read(file);
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map(
    ({ index, 2: language = '', 3: code = '' }) => ({
      place: `${file}:${text.slice(0, index).split('\n').length}`,
      language,
      code,
    }),
  );
});

const shells = ['sh', 'bash'];
const inLanguage = (...languages: readonly string[]) =>
  blocks.filter(({ language }) => languages.includes(language));

/** Lines of shell blocks, and code in sentences. */
const commands = pages.flatMap((file) =>
  [...read(file).matchAll(/^( *)```\w*\n[\s\S]*?^ *```$|`([^`\n]+)`/gm)].flatMap(([whole, , inline]) =>
    (inline ?? whole)
      .split('\n')
      .filter((line) => !line.startsWith('```'))
      .map((line) => ({ place: file, text: line.replace(/(^|\s)#.*/, '').trim() })),
  ),
);

describe('samples of the guide', () => {
  it('parse as JSON and YAML, also where curl sends them', () => {
    const bodies = inLanguage(...shells).flatMap(({ place, code }) =>
      [...code.matchAll(/ -d '([{[][^']*)'/g)].map(([, body = '']) => ({ place, code: body })),
    );
    assert.ok(blocks.length > 50 && bodies.length > 5);
    assert.deepEqual(
      problems([...inLanguage('json'), ...bodies], ({ code }) => JSON.parse(code)),
      [],
    );
    assert.deepEqual(
      problems(inLanguage('yaml'), ({ code }) => parseYaml(code)),
      [],
    );
  });

  it('parse as JavaScript and TypeScript, also inside HTML', () => {
    const scripts = inLanguage('html', 'vue').flatMap(({ place, code }) =>
      [...code.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => ({
        place,
        language: 'ts',
        code: script,
      })),
    );
    const all = [...inLanguage('js', 'ts', 'tsx'), ...scripts];
    assert.deepEqual(
      problems(all, ({ code, language }) => parseAst(code, { lang: language as 'ts' })),
      [],
    );
  });

  it('parse as shell', (context) => {
    if (spawnSync('bash', ['--version']).error) return context.skip('bash is not installed');
    const check = ({ code }: Block) => {
      // `<id>` stands for a value, and the shell would read from a file of that name.
      const input = code.replaceAll(/<(\w+)>/g, '$1').replaceAll(/\[(--[^\]]*)\]/g, '$1');
      const { status, stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    };
    assert.deepEqual(problems(inLanguage(...shells), check), []);
  });

  it('run in a test if they are commands, or are listed with the reason', () => {
    const named = new Set(guideCommands.map(({ name }) => name));
    const listed = [...RUN_IN_ORDER, ...Object.keys(RUN_ELSEWHERE)];
    assert.deepEqual(listed.toSorted(), [...named].sort());
    for (const reason of Object.values(RUN_ELSEWHERE)) {
      const [file] = /[\w-]+\.test\.ts/.exec(reason) ?? [];
      if (file) assert.ok(globSync(`{test,packages/*/test}/**/${file}`, { cwd: root }).length > 0, file);
    }
  });

  it('name npm scripts that exist', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
    const named = commands.flatMap(({ place, text }) =>
      [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, run, short]) => ({
        place,
        script: run ?? short ?? '',
      })),
    );
    assert.ok(named.length > 5);
    assert.deepEqual(
      named.filter(({ script }) => !scripts.includes(script)),
      [],
    );
  });

  it('name commands and options of inlay that exist', async () => {
    const named = commands.flatMap(({ place, text }) => {
      const [, words = ''] = /(?:^|npm run |\/)inlay (?:-- )?((?:[a-z][a-z-]*\b ?){1,2}.*)$/.exec(text) ?? [];
      return words === '' ? [] : [{ place, text, words: words.split(/[\s,[\]]+/) }];
    });
    assert.ok(named.length > 10);
    const wrong: string[] = [];
    for (const { place, text, words } of named) {
      const help =
        words[0] === 'serve'
          ? serve.help('serve')
          : (await runCommand([...words.slice(0, 2), '--help'], {})).stdout;
      const isKnown = /^Usage: +inlay [a-z]/im.test(help);
      const unknown = words.filter((word) => /^--\w/.test(word) && !help.includes(word.split('=')[0] ?? ''));
      if (!isKnown || unknown.length > 0) wrong.push(`${place}: ${text} ${unknown.join(' ')}`);
    }
    assert.deepEqual(wrong, []);
  });

  it('set environment variables that exist', () => {
    // Some commands read variables of their own.
    const commandSources = globSync('packages/server/src/cli/*.ts', { cwd: root }).map(read).join('');
    const ofCommands = [...commandSources.matchAll(/'(INLAY_[A-Z_]+)'/g)].map(([, name]) => name);
    const known = [...Object.keys(VARIABLES), ...OF_THE_CUSTOMER, ...ofCommands];
    const set = commands.flatMap(({ place, text }) =>
      [...text.matchAll(/\b(INLAY_[A-Z_]+)\b(?==|$)/g), ...text.matchAll(/process\.env\.(INLAY_[A-Z_]+)/g)]
        .map(([, name = '']) => ({ place, name, text }))
        .filter(({ name }) => !known.includes(name)),
    );
    assert.deepEqual(set, []);
  });

  it('call routes of the API that exist', () => {
    const api: ApiDescription = JSON.parse(read('docs/reference/openapi.json'));
    const patterns = operationsOf(api).map(({ method, path }) => ({
      method,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }));
    // `/embed/api/v0/embeds/<embed>/…` stands for everything below.
    const isPrefix = (path: string) =>
      Object.keys(api.paths).some((each) => new RegExp(`^${path.replaceAll(/<\w+>/g, '[^/]+')}`).test(each));
    const excused = Object.keys(NOT_DESCRIBED).map(
      (path) => new RegExp(`^${path.replaceAll('*', '[^/]+')}$`),
    );
    const called = commands.flatMap(({ place, text }) =>
      [
        ...text.matchAll(
          /(?:\b(GET|POST|PUT|PATCH|DELETE) )?[^\s`'"]*?(\/(?:embed\/)?api(?:\/[^\s?`'",;]*)?)/g,
        ),
      ].map(([, method, path = '']) => ({ place, method, path: path.replace(/[).:…]+$/, '') })),
    );
    assert.ok(called.length > 40);
    assert.deepEqual(
      called.filter(
        ({ method, path }) =>
          !excused.some((pattern) => pattern.test(path)) &&
          !patterns.some(
            (each) => each.pattern.test(path) && (method === undefined || method === each.method),
          ) &&
          !(path.endsWith('/') && isPrefix(path)),
      ),
      [],
    );
  });
});

/** The place and message of each block that the check throws for. */
function problems<B extends { readonly place: string }>(
  checked: readonly B[],
  check: (block: B) => unknown,
): readonly string[] {
  return checked.flatMap((block) => {
    try {
      check(block);
      return [];
    } catch (error) {
      return [`${block.place}: ${(error as Error).message}`];
    }
  });
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { readSources, type SourceFile } from './support/source/read-imports.ts';

/** Where tests use timers, and why. A name that ends in `/` stands for everything under it. */
const TIMERS: Readonly<Record<string, string>> = {
  'test/support/time/eventually.ts': 'pauses between two attempts',
  'test/support/browser/open-browser.ts': 'delays requests, if INLAY_TEST_LATENCY_MS says so',
  'test/support/server/supervise-server.ts': 'asks a database server whether it is ready',
  'test/support/server/watch-rest.ts': 'runs after a frame is drawn, without a delay',
  'test/full/browsers/': 'drives browsers without Playwright, and ends those that do not respond',
  'test/full/load/sockets.test.ts': 'sends a response that takes longer than a limit',
  'packages/admin/test/support/hold-timers.ts': 'replaces the timers of a page',
  'packages/node/test/on-pause.ts': 'replaces the timer of a pause',
  'packages/server/test/full/engines/duckdb-children.test.ts':
    'DuckDB does not report that a statement has begun',
};

/** Where tests measure time, and why. */
const CLOCKS: Readonly<Record<string, string>> = {
  'test/support/time/eventually.ts': 'gives up after PATIENCE_MS',
  'test/support/server/supervise-server.ts': 'gives up on a database server that does not start',
  'test/full/browsers/': 'gives up on a browser that does not start',
  'test/full/faults/store-troubles.test.ts': 'lines are limited per second',
  'test/full/load/user-search.test.ts': 'compares two searches in PostgreSQL, which has no clock of CPU time',
};

const TIMER = /\bwaitForTimeout\b|(?<!\.)\bsetTimeout\(|\bsetTimeout as \w+|\bimport \w+ from 'node:timers/;

const CLOCK = /\bperformance\.now\(\) [-+]|[-=] performance\.now\(\)|\bDate\.now\(\) \+ [A-Z]+_MS\b/;

/** Methods that read a page once. */
const READS = [
  'allInnerTexts',
  'allTextContents',
  'count',
  'getAttribute',
  'innerHTML',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
];

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['test/**/*.{ts,tsx}', 'packages/*/test/**/*.{ts,tsx}']
  .flatMap((pattern) => readSources(root, pattern))
  .filter(({ file }) => file !== 'test/waiting.test.ts' && file !== 'test/architecture.test.ts');

describe('tests', () => {
  it('wait for events and conditions, not for time', () => {
    assertOnlyIn(TIMERS, timersIn);
  });

  it('do not measure how long something takes', () => {
    assertOnlyIn(CLOCKS, clocksIn);
  });

  it('assert what a page shows with expect, which retries', () => {
    assertNone(
      sources
        // Those journeys have a driver of their own, whose reads retry.
        .filter(({ file }) => !file.startsWith('test/full/browsers/'))
        .flatMap(readsOnceIn),
    );
  });

  it('detect violations', () => {
    const timers = (text: string) => timersIn({ file: 'a.test.ts', text }).length;
    assert.equal(timers('await page.waitForTimeout(100);'), 1);
    assert.equal(timers("import { setTimeout as sleep } from 'node:timers/promises';"), 1);
    assert.equal(timers('await new Promise((resolve) => setTimeout(resolve, 5));'), 1);
    assert.equal(timers("t.mock.timers.enable({ apis: ['setTimeout'] });"), 0);
    const clocks = (text: string) => clocksIn({ file: 'a.test.ts', text }).length;
    assert.equal(clocks('const started = performance.now();'), 1);
    assert.equal(clocks('assert.ok(performance.now() - started < 2000);'), 1);
    assert.equal(clocks('const { now } = performance;'), 0);
    const reads = (text: string) => readsOnceIn({ file: 'a.test.ts', text });
    assert.deepEqual(reads('\nassert.equal(await page.locator("a").count(), 1);'), [
      "a.test.ts:2 reads 'count' once: use expect(locator), or eventually",
    ]);
    assert.equal(reads('assert.match((await title.textContent()) ?? "", /x/);').length, 1);
    assert.equal(reads('assert.ok(!(await dialog.isVisible()));').length, 1);
    assert.equal(reads('for (const a of all) assert.ok(await a.isChecked());').length, 1);
    assert.equal(reads('await eventually(async () => assert.equal(await rows.count(), 1));').length, 0);
    assert.equal(reads('await expect(rows).toHaveCount(1);').length, 0);
    assert.equal(reads('assert.equal(count(await answers), 1);').length, 0);
  });
});

/** Nothing is found elsewhere, and something in each of these places. */
function assertOnlyIn(
  places: Readonly<Record<string, string>>,
  find: (source: SourceFile) => readonly string[],
): void {
  const placeOf = (file: string) =>
    Object.keys(places).find((place) => (place.endsWith('/') ? file.startsWith(place) : file === place));
  const found = sources.map((source) => ({ place: placeOf(source.file), broken: find(source) }));
  assertNone(found.filter(({ place }) => place === undefined).flatMap(({ broken }) => broken));
  const used = new Set(found.filter(({ broken }) => broken.length > 0).map(({ place }) => place));
  assert.deepEqual(
    Object.keys(places).filter((place) => !used.has(place)),
    [],
    'no exception is unused',
  );
}

function timersIn(source: SourceFile): string[] {
  return linesWith(TIMER, source, 'uses a timer: wait for an event, or use eventually or turns');
}

function clocksIn(source: SourceFile): string[] {
  return linesWith(CLOCK, source, 'measures time: measure CPU time with cpuUnits, or wait for an event');
}

function linesWith(pattern: RegExp, { file, text }: SourceFile, rule: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      pattern.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line) ? [`${file}:${index + 1} ${rule}`] : [],
    );
}

function readsOnceIn({ file, text }: SourceFile): string[] {
  if (!READS.some((name) => text.includes(`.${name}(`))) return [];
  const found: string[] = [];
  const visit = (node: unknown, place: Place) => {
    if (Array.isArray(node)) for (const each of node) visit(each, place);
    if (!isNode(node)) return;
    const name = node.type === 'CallExpression' ? nameOf(node.callee) : '';
    const read = READS.find((each) => name.endsWith(`.${each}`));
    if (name === 'eventually') return;
    if (place === 'await' && read)
      found.push(
        `${file}:${text.slice(0, node.start).split('\n').length} reads '${read}' once: use expect(locator), or eventually`,
      );
    const inside = placeIn(node.type, name, place);
    for (const child of Object.values(node)) visit(child, inside);
  };
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body, 'anywhere');
  return found;
}

/** Of an expression: whether it is asserted, and in there awaited. */
type Place = 'anywhere' | 'assert' | 'await';

function placeIn(type: string, name: string, place: Place): Place {
  if (name === 'assert' || name.startsWith('assert.')) return 'assert';
  return type === 'AwaitExpression' && place === 'assert' ? 'await' : place;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [name: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** `assert.equal` for a call of it; of a longer chain, the last name. */
function nameOf(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee.type === 'Identifier') return String(callee.name);
  if (callee.type === 'ChainExpression') return nameOf(callee.expression);
  return callee.type === 'MemberExpression' ? `${nameOf(callee.object)}.${nameOf(callee.property)}` : '';
}

function assertNone(broken: readonly string[]): void {
  assert.ok(broken.length === 0, `\n${broken.join('\n')}\n`);
}

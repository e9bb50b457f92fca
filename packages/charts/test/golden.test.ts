import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { TileChart } from '../src/tile-chart.ts';
import { fixtures } from './fixtures/fixtures.ts';
import { hard } from './fixtures/hard.ts';
import type { Fixture } from './fixtures/make-fixture.ts';

const pictures = [...fixtures, ...hard];
const folder = join(import.meta.dirname, 'golden');
const update = process.env.UPDATE_GOLDEN === '1' && process.env.CI === undefined;
const fileOf = ({ name, props }: Fixture) => join(folder, `${name}.${props.chart.isTable ? 'html' : 'svg'}`);

mkdirSync(folder, { recursive: true });

for (const fixture of pictures) {
  const { name, props } = fixture;
  test(`draws ${name} as its golden file shows`, () => {
    const file = fileOf(fixture);
    const changed = file.replace(/\.(svg|html)$/, '-changed.$1');
    const drawn = `${renderToString(h(TileChart, props)).replaceAll('><', '>\n<')}\n`;
    if (update) writeFileSync(file, drawn);
    const golden = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (drawn === golden) rmSync(changed, { force: true });
    else writeFileSync(changed, drawn);
    assert.equal(drawn === golden, true, `${name} is drawn differently: compare ${changed} with ${file}`);
  });
}

test('keeps no golden file without a fixture', () => {
  const wanted = new Set(pictures.map(fileOf));
  const found = readdirSync(folder).filter((file) => !file.includes('-changed.'));
  assert.deepEqual(
    found.filter((file) => !wanted.has(join(folder, file))),
    [],
  );
});

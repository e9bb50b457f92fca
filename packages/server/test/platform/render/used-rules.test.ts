import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { namesIn, readRules, usedRules, writeRules } from '../../../src/platform/render/used-rules.ts';

const used = (css: string, markup: string) => writeRules(usedRules(readRules(css), markup, namesIn(markup)));

describe('the style rules that a page needs', () => {
  const tile = '<html dir="ltr"><body><main class="inlay-page" data-kind="tile"><h1>Sales</h1></main>';

  it('are those whose classes, attributes and tags it contains', () => {
    assert.equal(used('.inlay-page{a:b}.inlay-grid{a:b}', tile), '.inlay-page{a:b}');
    assert.equal(used('.inlay-page .inlay-grid{a:b}.inlay-page h1{a:b}', tile), '.inlay-page h1{a:b}');
    assert.equal(
      used('.inlay-page[data-kind=story]{a:b}[data-kind=tile]{a:b}', tile),
      '[data-kind=tile]{a:b}',
    );
    assert.equal(used('[dir=rtl] h1{a:b}[dir="ltr"] h1{a:b}', tile), '[dir="ltr"] h1{a:b}');
    assert.equal(used('.inlay-page>p{a:b}.inlay-page:hover{a:b}', tile), '.inlay-page:hover{a:b}');
  });

  it('keep only matching selectors of a list', () => {
    assert.equal(used('h1,h2,.inlay-grid h1,.inlay-page{a:b}', tile), 'h1,.inlay-page{a:b}');
  });

  it('keep selectors with several alternatives', () => {
    for (const css of [
      '.inlay-page :is(h1,h2,.x){a:b}',
      ':where(a,.x):focus-visible{a:b}',
      'h1:not(.x,p){a:b}',
    ])
      assert.equal(used(css, tile), css);
  });

  it('keep blocks that are not empty, and animations by class name', () => {
    const print = '@media print{.inlay-page{a:b}.inlay-grid{c:d}}';
    assert.equal(used(print, tile), '@media print{.inlay-page{a:b}}');
    assert.equal(
      used('@media print{.inlay-grid{c:d}}@supports (a:b){h1{c:d}}', tile),
      '@supports (a:b){h1{c:d}}',
    );
    const loading = '.inlay-loading{animation:inlay-loading}@keyframes inlay-loading{50%{opacity:.5}}';
    assert.equal(used(loading, tile), '');
    assert.equal(used(loading, '<svg class="inlay-chart inlay-loading">'), loading);
  });

  it('match classes, not color tokens of the same name', () => {
    const { classes, tokens } = namesIn('<path stroke="var(--inlay-grid,#eee)" class="inlay-mark">');
    assert.deepEqual([...classes], ['inlay-mark']);
    assert.deepEqual([...tokens], ['--inlay-grid']);
  });
});

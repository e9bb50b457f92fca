import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLocale } from '@inlay/charts/format/create-locale';
import { createPageTheme, themeStyleSheet } from '../../../src/platform/render/page-theme.ts';

const locale = createLocale({ language: 'en' });
const tokensOf = (css: string) => [
  ...new Set([...css.matchAll(/--inlay-[\w-]+(?=:)/g)].map(([name]) => name)),
];

describe('the color tokens of a page', () => {
  it('are those that it uses, light and dark', () => {
    const css = createPageTheme(locale, []).themeCss(new Set(['--inlay-grid', '--inlay-unheard']));
    assert.deepEqual(tokensOf(css), ['--inlay-grid']);
    assert.equal(css.match(/--inlay-grid:/g)?.length, 3, 'by default, by the system, by choice');
  });

  it('include those that a theme changes and tokens derived from them, because scripts only have the defaults', () => {
    const layers = [{ light: { accent: '#ffee00' }, font: 'Inter' }];
    const css = createPageTheme(locale, layers).themeCss(new Set(['--inlay-grid']));
    assert.deepEqual(tokensOf(css), [
      '--inlay-grid',
      '--inlay-accent',
      '--inlay-accent-text',
      '--inlay-font',
    ]);
    assert.match(css, /--inlay-accent:#ffee00/);
  });

  it('come with a font name that cannot break the style sheet', () => {
    const written = (font: string) => /--inlay-font:([^}]*)}/.exec(themeStyleSheet([{ font }]))?.[1];
    assert.equal(written('My "Font, serif'), '"My Font", serif');
    assert.equal(written(`'Segoe UI", x`), '"Segoe UI", x');
    assert.equal(written('a}body{display:none}/*\\'), 'abodydisplaynone');
    assert.equal(written('system-ui, -apple-system, 3270 Nerd'), 'system-ui, -apple-system, "3270 Nerd"');
    assert.equal(written('",\''), undefined);
  });

  it('are complete if more content follows', () => {
    assert.equal(createPageTheme(locale, []).themeCss(), themeStyleSheet([]));
    assert.ok(tokensOf(themeStyleSheet([])).length > 40);
  });
});

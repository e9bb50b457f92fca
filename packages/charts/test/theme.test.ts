import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberKey } from '@inlay/protocol/member-key';
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import fc from 'fast-check';
import { alikeColors } from '../src/theme/alike-colors.ts';
import { assignFills } from '../src/theme/assign-fills.ts';
import { contrast } from '../src/theme/contrast.ts';
import { contrastProblems } from '../src/theme/contrast-problems.ts';
import {
  createTheme,
  type Theme,
  textColor,
  textOn,
  themeCss,
  tokenFill,
} from '../src/theme/create-theme.ts';
import { seenDistance, type Vision, visions } from '../src/theme/see-color.ts';
import { divergeTokens, rampTokens, seriesTokens } from '../src/theme/tokens.ts';
import { dimension, measure, propsOf, resultOf } from './fixtures/make-fixture.ts';

const pieOf = (values: readonly (string | null)[], colors?: ResultColumn['colors']) =>
  resultOf([
    { ...dimension('region', 'Region', values), ...(colors && { colors }) },
    measure(
      'n',
      'N',
      values.map(() => 1),
    ),
  ]);

/** The colors of the parts of a pie. */
function fillsOf(
  values: readonly (string | null)[],
  { options, result = pieOf(values), theme }: { options?: object; result?: QueryResult; theme?: Theme } = {},
) {
  const props = propsOf('pie', 'T', result, options && { options });
  return assignFills(
    { ...props, ...(theme && { theme }) },
    values.map((value) => ({ name: String(value), member: memberKey(value) })),
  );
}

const themes = [createTheme({ mode: 'light' }), createTheme({ mode: 'dark' })];

for (const theme of themes) {
  const { tokens, mode } = theme;

  test(`gives every ${mode} text a contrast of 4.5:1 and every mark 3:1`, () => {
    assert.deepEqual(contrastProblems(tokens), []);
  });

  test(`reports ${mode} colors without enough contrast to their background`, () => {
    for (const token of ['text', 'text-muted', 'good', 'bad', 'accent', 'neutral', 'series-8'] as const) {
      const found = contrastProblems({ ...tokens, [token]: tokens.surface }).map((each) => each.token);
      assert.ok(found.includes(token), token);
    }
    const grey = contrastProblems({ ...tokens, 'ramp-4': '#808080', text: '#303030', surface: '#e0e0e0' });
    assert.ok(grey.some(({ token }) => token === 'ramp-4'));
  });

  test(`makes ${mode} text in a series color readable`, () => {
    for (const token of seriesTokens) {
      const color = textColor(theme, tokenFill(theme, token));
      const value = /#[0-9a-f]{6}/.exec(color)?.[0] ?? '';
      assert.ok(contrast(value, tokens.surface) >= 4.5, `${token}: ${color}`);
    }
  });

  for (const vision of Object.keys(visions) as Vision[]) {
    test(`keeps ${mode} series colors distinct for ${vision === 'normal' ? 'normal vision' : `readers with ${vision}`}`, () => {
      for (const [i, a] of seriesTokens.entries()) {
        for (const b of seriesTokens.slice(i + 1)) {
          const distance = seenDistance(tokens[a], tokens[b], vision);
          assert.ok(distance >= 0.08, `${a} and ${b}: ${distance.toFixed(3)}`);
        }
      }
    });
  }

  test(`has a ${mode} ramp with even steps`, () => {
    const steps = rampTokens.map((token) => contrast(tokens[token], tokens.surface));
    for (const [i, step] of steps.slice(1).entries()) assert.ok(step > (steps[i] as number) * 1.1, `${i}`);
  });
}

const colour = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

for (const mode of ['light', 'dark'] as const) {
  test(`keeps tokens derived from any ${mode} colors of a customer readable`, () => {
    const overrides = fc.record(
      {
        surface: colour,
        text: colour,
        accent: colour,
        'series-1': colour,
        'series-5': colour,
        'ramp-4': colour,
      },
      { requiredKeys: [] },
    );
    let accepted = 0;
    fc.assert(
      fc.property(overrides, (chosen) => {
        const theme = createTheme({ mode, overrides: chosen });
        const { tokens } = theme;
        // A theme is stored only when its words can be read on its surface; see `manage-themes`.
        if (contrastProblems(tokens).some(({ token }) => token === 'text')) return;
        accepted += 1;
        const css = themeCss({ [mode]: chosen });
        const sheet = mode === 'light' ? css.split('\n')[0] : css.split('\n')[2];
        for (const token of [...seriesTokens, 'neutral', 'accent'] as const) {
          const words = new RegExp(`--inlay-${token}-text:(#[0-9a-f]{6})`).exec(sheet ?? '')?.[1] ?? '';
          assert.ok(contrast(words, tokens.surface) >= 4.5, `${token} in ${words} on ${tokens.surface}`);
          assert.match(textColor(theme, tokenFill(theme, token)), new RegExp(words));
        }
        for (const cell of [...rampTokens, ...divergeTokens]) {
          const ink = /--inlay-(text|surface)/.exec(textOn(theme, tokens[cell]))?.[1] as 'text' | 'surface';
          const other = ink === 'text' ? 'surface' : 'text';
          assert.ok(contrast(tokens[ink], tokens[cell]) >= contrast(tokens[other], tokens[cell]), cell);
        }
      }),
      { numRuns: 400 },
    );
    assert.ok(accepted > 40, `${accepted} themes were tried`);
  });
}

test('warns of series colors that some readers cannot tell apart, and of none of the palette', () => {
  for (const { tokens } of themes) assert.deepEqual(alikeColors(tokens), []);
  const { tokens } = createTheme({
    overrides: { 'series-2': '#2a52c4', 'series-3': '#2e7d32', 'series-4': '#a5521f' },
  });
  assert.deepEqual(alikeColors(tokens), [
    { token: 'series-2', other: 'series-1', vision: 'normal' },
    { token: 'series-3', other: 'series-2', vision: 'tritanopia' },
    { token: 'series-4', other: 'series-3', vision: 'deuteranopia' },
  ]);
});

test('lets an author choose a color without changing the others', () => {
  const fills = (colors?: Readonly<Record<string, string>>) =>
    fillsOf(['North', 'South'], colors && { options: { colors } });
  const [, before] = fills();
  const [chosen, after] = fills({ North: '#123456' });
  assert.equal(chosen?.color, '#123456');
  assert.deepEqual(after, before);
});

test('prefers the color of a tile to that of its dataset, and that to the palette', () => {
  const result = pieOf(
    ['Paid', 'Open', null],
    [
      { value: 'Paid', color: 'good' },
      { value: null, color: '#123456' },
    ],
  );
  const tokens = (options = {}) =>
    fillsOf(['Paid', 'Open', null], { options, result }).map(({ token, color }) => token ?? color);
  assert.deepEqual(tokens(), ['good', 'series-1', '#123456']);
  assert.deepEqual(tokens({ colors: { Paid: 'series-4' } }), ['series-4', 'series-1', '#123456']);
});

test('draws members that have no color on the page in the neutral color, and "Other" in its quieter one', () => {
  const [theme] = themes;
  assert.ok(theme);
  const props = {
    ...propsOf('pie', 'T', pieOf(['North', 'South'])),
    theme,
    slots: { [memberKey('South')]: 4 },
  };
  const fills = assignFills(props, [
    { name: 'North', member: memberKey('North') },
    { name: 'South', member: memberKey('South') },
    { name: 'Other', isOther: true, member: memberKey(null) },
  ]);
  assert.deepEqual(
    fills.map(({ token }) => token),
    ['neutral', 'series-5', 'axis'],
  );
});

test('writes plain colors for files, and variables with a fallback for pages', () => {
  assert.equal(createTheme({ variables: false }).colors.grid, '#e6e8ec');
  assert.equal(createTheme().colors.grid, 'var(--inlay-grid,#e6e8ec)');
  assert.match(createTheme({ overrides: { 'series-1': '#aa0000' } }).colors['series-1'], /#aa0000/);
  assert.match(
    themeCss({ dark: { accent: '#abcdef' } }),
    /data-inlay-theme=dark\]\{.*--inlay-accent:#abcdef/,
  );
});

test('prints a dark page in light colors, because paper has no dark background', () => {
  const sheets = themeCss().split('\n');
  const dark = sheets.filter((sheet) => sheet.includes('color-scheme:dark'));
  assert.equal(dark.length, 2);
  for (const sheet of dark) assert.match(sheet, /^@media screen/);
});

test('rejects a color that would load a resource or escape its declaration', () => {
  const overrides = {
    accent: 'url(https://elsewhere.test/x)',
    grid: '#ccc;}</style><script>',
    text: 'rgb(10 20 30 / 50%)',
  };
  const theme = createTheme({ overrides, variables: false });
  assert.equal(theme.tokens.accent, createTheme().tokens.accent);
  assert.equal(theme.tokens.grid, createTheme().tokens.grid);
  assert.equal(theme.tokens.text, 'rgb(10 20 30 / 50%)');
  const [fill] = fillsOf(['A'], { theme, options: { colors: { A: 'url(#x)' } } });
  assert.equal(fill?.color, theme.colors['series-1']);
});

test('uses the same text color for a heatmap cell in both modes, so that a page can switch by style sheet alone', () => {
  const ink = (mode: 'light' | 'dark', token: (typeof rampTokens)[number] | (typeof divergeTokens)[number]) =>
    /--inlay-(text|surface)/.exec(textOn(createTheme({ mode }), createTheme({ mode }).tokens[token]))?.[1];
  for (const token of [...rampTokens, ...divergeTokens])
    assert.equal(ink('light', token), ink('dark', token), token);
});

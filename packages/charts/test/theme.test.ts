import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assignFills } from '../src/theme/assign-fills.ts';
import { contrast, parseHex } from '../src/theme/contrast.ts';
import { contrastProblems } from '../src/theme/contrast-problems.ts';
import { createTheme, textColor, textOn, themeCss, tokenFill } from '../src/theme/create-theme.ts';
import { divergeTokens, rampTokens, seriesTokens } from '../src/theme/tokens.ts';

const themes = [createTheme({ mode: 'light' }), createTheme({ mode: 'dark' })];

// Machado, Oliveira, Fernandes 2009, severity 1.
const eyes: Readonly<Record<string, readonly (readonly [number, number, number])[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Distance in OKLab as seen by one kind of eye; 0.02 is about the smallest difference people notice. */
function seenDistance(a: string, b: string, eye: readonly (readonly [number, number, number])[]): number {
  const [one, two] = [oklab(a, eye), oklab(b, eye)];
  return Math.hypot(...one.map((value, i) => value - (two[i] as number)));
}

function oklab(color: string, eye: readonly (readonly [number, number, number])[]): readonly number[] {
  const linear = parseHex(color).map((c) =>
    c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
  );
  const [r, g, b] = eye.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, factor, i) => sum + factor * (linear[i] as number), 0),
      ),
    ),
  ) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

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

  for (const [name, eye] of Object.entries(eyes)) {
    test(`keeps ${mode} series colors distinct for ${name} vision`, () => {
      for (const [i, a] of seriesTokens.entries()) {
        for (const b of seriesTokens.slice(i + 1)) {
          const distance = seenDistance(tokens[a], tokens[b], eye);
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

test('gives a category the same color regardless of the others on the tile', () => {
  const [theme] = themes;
  assert.ok(theme);
  const categories = ['North', 'South', 'East', 'West'];
  const all = assignFills(theme, categories, { categories });
  const some = assignFills(theme, ['West', 'South'], { categories });
  assert.deepEqual(some, [all[3], all[1]]);
});

test('gives each group of categories the whole palette', () => {
  const [theme] = themes;
  assert.ok(theme);
  const categories = ['North', 'South', '', 'Boots', 'Tents'];
  const regions = assignFills(theme, ['South', 'North'], { categories });
  const products = assignFills(theme, ['Tents', 'Boots'], { categories });
  assert.deepEqual(products, regions);
  assert.equal(products[1]?.token, 'series-1');
});

test('gives an unknown name a color that no shown category has', () => {
  const [theme] = themes;
  assert.ok(theme);
  const fills = assignFills(theme, ['North', 'New'], { categories: ['North', 'South'] });
  assert.notEqual(fills[0]?.value, fills[1]?.value);
});

test('lets an author choose a color without changing the others', () => {
  const [theme] = themes;
  assert.ok(theme);
  const names = ['A', 'B'];
  const [, before] = assignFills(theme, names);
  const [chosen, after] = assignFills(theme, names, { explicit: { A: '#123456' } });
  assert.equal(chosen?.color, '#123456');
  assert.deepEqual(after, before);
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
  const [fill] = assignFills(theme, ['A'], { explicit: { A: 'url(#x)' } });
  assert.equal(fill?.color, theme.colors['series-1']);
});

test('uses the same text color for a heatmap cell in both modes, so that a page can switch by style sheet alone', () => {
  const ink = (mode: 'light' | 'dark', token: (typeof rampTokens)[number] | (typeof divergeTokens)[number]) =>
    /--inlay-(text|surface)/.exec(textOn(createTheme({ mode }), createTheme({ mode }).tokens[token]))?.[1];
  for (const token of [...rampTokens, ...divergeTokens])
    assert.equal(ink('light', token), ink('dark', token), token);
});

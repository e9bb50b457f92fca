import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTheme } from '@inlay/charts/theme/create-theme';
import { themeProblems } from '@inlay/charts/theme/theme-problems';
import { rampTokens, seriesTokens } from '@inlay/charts/theme/tokens';
import { brandTheme } from '../../src/screens/themes/brand-theme.ts';
import { contentOf, draftOf, withColor } from '../../src/screens/themes/theme-draft.ts';

const channel = ['00', '33', '66', '99', 'cc', 'ff'];
const colors = channel.flatMap((r) => channel.flatMap((g) => channel.map((b) => `#${r}${g}${b}`)));

describe('a theme made from one color', () => {
  it('has readable contrast in light and dark mode for any color', () => {
    for (const color of colors)
      assert.deepEqual(themeProblems(contentOf(brandTheme(draftOf(), color))), [], color);
  });

  it('has eight distinct series colors and a ramp of seven distinct steps', () => {
    for (const color of ['#0b6e4f', '#e0a800', '#8b1a3a', '#2a50c0', '#f79a2e']) {
      for (const mode of ['light', 'dark'] as const) {
        const { tokens } = createTheme({ mode, overrides: brandTheme(draftOf(), color)[mode] });
        assert.equal(new Set(seriesTokens.map((token) => tokens[token])).size, 8, `${color}, ${mode}`);
        assert.equal(new Set(rampTokens.map((token) => tokens[token])).size, 7, `${color}, ${mode}`);
      }
    }
  });

  it('keeps the other settings', () => {
    const draft = { ...draftOf(), font: 'Georgia, serif', light: { surface: '#fffdf8' } };
    const made = brandTheme(draft, '#0b6e4f');
    assert.equal(made.font, 'Georgia, serif');
    assert.equal(made.light.surface, '#fffdf8');
  });
});

describe('a theme draft', () => {
  it('sends only values that differ from the defaults', () => {
    assert.deepEqual(contentOf(draftOf()), {});
    const changed = withColor(draftOf(), 'dark', 'accent', '#3fc08d');
    assert.deepEqual(contentOf(changed), { dark: { accent: '#3fc08d' } });
    assert.deepEqual(contentOf(withColor(changed, 'dark', 'accent')), {});
  });
});

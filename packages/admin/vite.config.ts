import { darkTokens, lightTokens, type Tokens } from '@inlay/charts/theme/tokens';
import { defineConfig, type Plugin } from 'vite';

const declarations = (tokens: Tokens) =>
  Object.entries({ ...tokens, 'accent-text': tokens.accent })
    .map(([name, value]) => `--inlay-${name}:${value}`)
    .join(';');

/** The colours of charts and frame as CSS: the system's choice, unless the page says which. */
const tokensCss: Plugin = {
  name: 'inlay-tokens',
  transform(code, id) {
    if (!id.endsWith('/admin.css')) return undefined;
    const dark = declarations(darkTokens);
    return `${code}
:root{${declarations(lightTokens)}}@media (prefers-color-scheme:dark){:root:not([data-inlay-theme=light]){${dark}}}:root[data-inlay-theme=dark]{${dark}}`;
  },
};

export default defineConfig({
  base: '/admin/',
  plugins: [{ ...tokensCss, enforce: 'pre' }],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});

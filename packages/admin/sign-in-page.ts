import { type ComponentType, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type Plugin, runnerImport } from 'vite';
import { beforeApp } from './src/session/before-app.ts';

type Card = ComponentType<{ readonly host: string }>;

/**
 * The page for users who are not signed in. It contains the form and its style, so that a slow phone shows it after one
 * round trip. The app takes over the form when it has loaded.
 */
export const signInPage: Plugin = {
  name: 'inlay-sign-in-page',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const page = bundle['index.html'];
      const style = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.css'));
      if (page?.type !== 'asset' || style?.type !== 'asset') return;
      const { module } = await runnerImport<{ readonly SignInCard: Card }>('./src/session/sign-in-card.tsx', {
        root: import.meta.dirname,
        configFile: false,
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      });
      const form = renderToString(h(module.SignInCard, { host: '' }));
      const source = String(page.source)
        .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style.source}</style>`)
        .replace('<div id="app">', () => `<div id="app">${form}`)
        .replace('</body>', () => `<script>(${beforeApp})()</script>\n</body>`);
      this.emitFile({ type: 'asset', fileName: 'sign-in.html', source });
    },
  },
};

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
        .replace(/<link rel="stylesheet"[^>]*>/, () => inline('style', String(style.source)))
        .replace(/(?<=<div id="app">)/, () => form)
        .replace(/(?=<\/body>)/, () => `${inline('script', `(${beforeApp})()`)}\n`);
      this.emitFile({ type: 'asset', fileName: 'sign-in.html', source });
    },
  },
};

/** An element with a style sheet or script of this build, which must not hold the end of the element. */
function inline(name: 'style' | 'script', source: string): string {
  if (source.includes(`</${name}`)) throw new Error(`The ${name} of the sign-in page would end early.`);
  return renderToString(h(name, { dangerouslySetInnerHTML: { __html: source } }));
}

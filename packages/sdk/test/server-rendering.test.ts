import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createElement } from 'react';
import { renderToString as renderReact } from 'react-dom/server';
import { createSSRApp, h } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import { InlayProvider, InlayEmbed as ReactEmbed } from '../src/react.ts';
import { InlayPlugin, InlayEmbed as VueEmbed } from '../src/vue.ts';

const options = {
  instanceUrl: 'not an address',
  tokenProvider: () => Promise.reject(new Error('A server that renders must not get a token.')),
};

it('React: renders a placeholder on the server and starts nothing', () => {
  const embed = createElement(ReactEmbed, { embedId: 'sales', container: { className: 'card' } });
  assert.equal(renderReact(createElement(InlayProvider, options, embed)), '<div class="card"></div>');
});

it('Vue: renders a placeholder on the server and starts nothing', async () => {
  const app = createSSRApp(() => h(VueEmbed, { embedId: 'sales', class: 'card' })).use(InlayPlugin, options);
  assert.equal(await renderVue(app), '<div class="card"></div>');
});

it('web component: can be imported on the server', async () => {
  const { InlayEmbedElement } = await import('../src/web-component.ts');
  assert.equal(typeof InlayEmbedElement, 'function');
});

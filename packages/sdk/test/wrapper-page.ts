import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp, h, reactive } from 'vue';
import { initialize } from '../src/initialize.ts';
import { InlayEmbed as ReactEmbed } from '../src/react.ts';
import { InlayEmbed as VueEmbed } from '../src/vue.ts';
import '../src/web-component.ts';

/** Mounts the wrapper that the address names and lets the test change its properties. */
const parameters = new URLSearchParams(location.search);
const instance = initialize(undefined, { instanceUrl: parameters.get('instance') ?? '' });
const here = document.querySelector('#here') as HTMLElement;
const heard: string[] = [];
const hear = ({ name }: { readonly name: string }) => heard.push(name);

const mounts: Record<string, () => { set(filters: object, token: string): void; unmount(): void }> = {
  react: () => {
    const root = createRoot(here);
    const set = (filters: object, token: string) =>
      root.render(
        createElement(ReactEmbed, {
          instance,
          embedId: 'sales',
          filters: filters as never,
          token,
          onEvent: hear,
        }),
      );
    return { set, unmount: () => root.unmount() };
  },
  vue: () => {
    const options = reactive({ filters: {}, token: 'good-1' });
    const app = createApp(() => h(VueEmbed, { instance, embedId: 'sales', options, onEvent: hear }));
    const set = (filters: object, token: string) => {
      Object.assign(options, { filters, token });
      if (!app._container) app.mount(here);
    };
    return { set, unmount: () => app.unmount() };
  },
  element: () => {
    const element = document.createElement('inlay-embed');
    element.setAttribute('instance-url', parameters.get('instance') ?? '');
    element.setAttribute('embed-id', 'sales');
    for (const name of ['ready', 'rendered', 'error'])
      element.addEventListener(`inlay-${name}`, () => hear({ name }));
    const set = (filters: object, token: string) => {
      element.setAttribute('filters', JSON.stringify(filters));
      element.setAttribute('token', token);
      if (!element.isConnected) here.append(element);
    };
    return { set, unmount: () => element.remove() };
  },
};

Object.assign(window, { heard, wrapper: mounts[parameters.get('kind') ?? '']?.() });

import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp, h, reactive } from 'vue';
import type { EmbedOptions } from '../src/embed-options.ts';
import { initialize } from '../src/initialize.ts';
import { InlayEmbed as ReactEmbed } from '../src/react.ts';
import { InlayEmbed as VueEmbed } from '../src/vue.ts';
import '../src/web-component.ts';

export interface WrapperWindow {
  /** Names of the events that the component told. */
  readonly heard: readonly string[];
  readonly wrapper: Wrapper;
  /** Embeds that the instance still knows; the web component has instances of its own. */
  known(): Promise<number>;
}

interface Wrapper {
  /** Shows an embed with these properties, or changes the one that is there. */
  set(id: string, options: EmbedOptions): void;
  unmount(): void;
}

/** Mounts the wrapper that the address names and lets the test change its properties. */
const parameters = new URLSearchParams(location.search);
const instance = initialize(undefined, { instanceUrl: parameters.get('instance') ?? '' });
const here = document.querySelector('#here') as HTMLElement;
const heard: string[] = [];
const hear = ({ name }: { readonly name: string }) => heard.push(name);

const mountReact = (strict: boolean): Wrapper => {
  const root = createRoot(here);
  return {
    set: (embedId, options) => {
      const embed = createElement(ReactEmbed, { instance, embedId, ...options, onEvent: hear });
      root.render(strict ? createElement(StrictMode, null, embed) : embed);
    },
    unmount: () => root.unmount(),
  };
};

const mounts: Record<string, () => Wrapper> = {
  react: () => mountReact(false),
  'react, strict': () => mountReact(true),
  vue: () => {
    const shown: { id: string; options: EmbedOptions } = reactive({ id: '', options: {} });
    const app = createApp(() =>
      h(VueEmbed, { instance, embedId: shown.id, options: shown.options, onEvent: hear }),
    );
    return {
      set: (id, options) => {
        Object.assign(shown, { id, options });
        if (!app._container) app.mount(here);
      },
      unmount: () => app.unmount(),
    };
  },
  element: () => {
    const element = document.createElement('inlay-embed');
    element.setAttribute('instance-url', parameters.get('instance') ?? '');
    for (const name of ['ready', 'rendered', 'error'])
      element.addEventListener(`inlay-${name}`, () => hear({ name }));
    return {
      set: (id, options) => {
        const attributes = Object.entries({ 'embed-id': id, ...options });
        for (const [name, value] of attributes) {
          const text = typeof value === 'object' ? JSON.stringify(value) : `${value}`;
          if (element.getAttribute(name) !== text) element.setAttribute(name, text);
        }
        if (!element.isConnected) here.append(element);
      },
      unmount: () => element.remove(),
    };
  },
};

Object.assign(window, {
  heard,
  wrapper: mounts[parameters.get('kind') ?? '']?.(),
  known: async () => (await instance).getAll().length,
});

import { createElement, type ReactElement, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp, defineComponent, h, shallowReactive, shallowRef, watchEffect } from 'vue';
import type { EmbedState } from '../src/bind-embed.ts';
import { EVENT_NAMES } from '../src/embed-options.ts';
import { prefixedName } from '../src/prefixed-name.ts';
import {
  InlayProvider,
  InlayEmbed as ReactEmbed,
  type UseInlayEmbedProps,
  useInlayEmbed,
} from '../src/react.ts';
import { provideInlay, useInlayEmbed as useVueEmbed, InlayEmbed as VueEmbed } from '../src/vue.ts';
import type { InlayEmbedElement } from '../src/web-component.ts';
import '../src/web-component.ts';
import {
  type GivenDefaults,
  type GivenEmbed,
  here,
  install,
  instance,
  instanceUrl,
  onEvent,
  onNamed,
  onState,
  toProps,
  type Wrapper,
} from './wrapper-window.ts';

/** `onReady`, `onClick` and so on, which Vue takes for the listeners of `@ready` and `@click`. */
const handlers = Object.fromEntries(
  EVENT_NAMES.map((name) => [prefixedName('on', name), () => onNamed(name)]),
);

const HookEmbed = (props: UseInlayEmbedProps): ReactElement => {
  const { ref, ...state } = useInlayEmbed(props);
  useEffect(() => onState(state));
  return createElement('section', { ref });
};

function mountReact(component: (props: UseInlayEmbedProps) => ReactElement, isStrict: boolean): Wrapper {
  const root = createRoot(here);
  return {
    set: (embeds, defaults) => {
      const shown = embeds.map((given, key) => {
        const props = { key, ...toProps(given), ...handlers, onEvent };
        return createElement(component, defaults ? props : { ...props, instance });
      });
      const tree = defaults ? createElement(InlayProvider, toProps(defaults), shown) : shown;
      root.render(isStrict ? createElement(StrictMode, null, tree) : tree);
    },
    unmount: () => root.unmount(),
  };
}

function mountVue(): Wrapper {
  const shown = shallowReactive<{ embeds: readonly GivenEmbed[]; defaults?: GivenDefaults | undefined }>({
    embeds: [],
  });
  const Provided = defineComponent((_, { slots }) => {
    provideInlay(() => toProps({ instanceUrl, ...shown.defaults }));
    return () => slots.default?.();
  });
  const app = createApp(() => {
    const embeds = shown.embeds.map((given, key) => {
      const ref = (embed: unknown) => {
        if (embed) watchEffect(() => onState((embed as { readonly state: EmbedState }).state));
      };
      const props = { key, ref, ...toProps(given), ...handlers, onEvent };
      return h(VueEmbed, shown.defaults ? props : { ...props, instance });
    });
    return shown.defaults ? h(Provided, () => embeds) : embeds;
  });
  return {
    set: (embeds, defaults) => {
      Object.assign(shown, { embeds, defaults });
      if (!app._container) app.mount(here);
    },
    unmount: () => app.unmount(),
  };
}

function mountComposable(): Wrapper {
  const shown = shallowRef<GivenEmbed>({ embedId: '' });
  const Used = defineComponent(() => {
    const place = shallowRef<Element | null>(null);
    const state = useVueEmbed(place, () => ({ ...toProps(shown.value), instance }), onEvent);
    watchEffect(() => onState(state.value));
    return () => h('section', { ref: place });
  });
  const app = createApp(Used);
  return {
    set: ([embed]) => {
      if (embed) shown.value = embed;
      if (!app._container) app.mount(here);
    },
    unmount: () => app.unmount(),
  };
}

function mountElements(assign: (element: InlayEmbedElement, name: string, value: unknown) => void): Wrapper {
  const elements: InlayEmbedElement[] = [];
  const add = () => {
    const element = document.createElement('inlay-embed');
    if (instance) element.setAttribute('instance-url', instanceUrl);
    for (const name of EVENT_NAMES)
      element.addEventListener(`inlay-${name}`, (event) => {
        onEvent({ name, ...(event as CustomEvent).detail });
        onNamed(name);
        onState(element.state);
      });
    elements.push(element);
    return element;
  };
  const names = new Set<string>();
  return {
    set: (embeds) => {
      for (const [index, given] of embeds.entries()) {
        const element = elements[index] ?? add();
        const props: Readonly<Record<string, unknown>> = toProps(given);
        for (const name of Object.keys(props)) names.add(name);
        for (const name of names) assign(element, name, props[name]);
        if (!element.isConnected) here.append(element);
      }
    },
    unmount: () => {
      for (const element of elements) element.remove();
    },
  };
}

function setAttribute(element: InlayEmbedElement, name: string, value: unknown): void {
  const attribute = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (typeof value === 'function') setProperty(element, name, value);
  else if (value === undefined) element.removeAttribute(attribute);
  else element.setAttribute(attribute, typeof value === 'object' ? JSON.stringify(value) : `${value}`);
}

function setProperty(element: InlayEmbedElement, name: string, value: unknown): void {
  if (name === 'lang' || name === 'dataset') setAttribute(element, name, value);
  else Object.assign(element, { [name]: value });
}

install({
  React: () => mountReact(ReactEmbed, false),
  'React hook in strict mode': () => mountReact(HookEmbed, true),
  Vue: mountVue,
  'Vue composable': mountComposable,
  'element with attributes': () => mountElements(setAttribute),
  'element with properties': () => mountElements(setProperty),
});

import type { ComponentEvent, EmbedState } from '../src/bind-embed.ts';
import type { InlayInstance } from '../src/create-instance.ts';
import type { EmbedOptions } from '../src/embed-options.ts';
import { initialize } from '../src/initialize.ts';
import type { InlayOptions } from '../src/share-instance.ts';

/** Properties as a test can send them to the page: `provider` is the token that a `tokenProvider` returns. */
export type GivenProps<Options> = Omit<Options, 'tokenProvider'> & { readonly provider?: string };

export type GivenEmbed = GivenProps<EmbedOptions> & { readonly embedId: string };
export type GivenDefaults = GivenProps<InlayOptions>;

/** What a test does with a component. */
export interface Wrapper {
  /** Renders embeds with these properties, or changes those that are there. */
  set(embeds: readonly GivenEmbed[], defaults?: GivenDefaults): void;
  unmount(): void;
}

export interface WrapperWindow {
  /**
   * Removes what is there and starts over, as a new page would: with another instance, and nothing received. Embeds of a
   * page without an instance have none, unless there is a provider.
   */
  start(kind: string, hasInstance: boolean): void;
  readonly wrapper: Wrapper;
  /** Names of the events that the handlers for all events, and for one each, received. */
  readonly heard: readonly string[];
  readonly heardByName: readonly string[];
  /** `status`, with the code of an error. */
  readonly states: readonly string[];
  readonly errors: readonly string[];
  /** Tokens that providers returned. */
  readonly provided: readonly string[];
  /** Embeds that the instance of the page knows. */
  known(): Promise<number>;
}

export const instanceUrl = new URLSearchParams(location.search).get('instance') ?? '';
/** Without a provider, the embeds are given this instance. */
export let instance: Promise<InlayInstance> | undefined;
export let here: HTMLElement;

const heard: string[] = [];
const heardByName: string[] = [];
const states: string[] = [];
const errors: string[] = [];
const provided: string[] = [];

export const onEvent = (event: ComponentEvent) => {
  heard.push(event.name);
  if (event.name === 'error') errors.push(`${event.detail.code} fatal:${event.detail.fatal}`);
};
export const onNamed = (name: string) => heardByName.push(name);
export const onState = ({ status, error }: EmbedState) => {
  const shown = error ? `${status} ${error.code}` : status;
  if (states.at(-1) !== shown) states.push(shown);
};

/** A new function each time, as inline functions are. */
export function toProps<Props extends { readonly provider?: string }>({ provider, ...props }: Props) {
  if (provider === undefined) return props;
  const tokenProvider = async () => {
    provided.push(provider);
    return provider;
  };
  return { ...props, tokenProvider };
}

/** Lets tests use components, each by the name of its kind. */
export function install(mounts: Readonly<Record<string, () => Wrapper>>): void {
  const lists = { heard, heardByName, states, errors, provided };
  const known = async () => ((await instance)?.getAll() ?? []).length;
  let mounted: Wrapper | undefined;
  const unmount = () => {
    mounted?.unmount();
    mounted = undefined;
  };
  const start: WrapperWindow['start'] = (kind, hasInstance) => {
    unmount();
    for (const list of Object.values(lists)) list.length = 0;
    here = document.createElement('div');
    here.id = 'here';
    document.body.replaceChildren(here);
    instance = hasInstance ? initialize(undefined, { instanceUrl }) : undefined;
    mounted = mounts[kind]?.();
    Object.assign(window, { wrapper: { ...mounted, unmount } });
  };
  Object.assign(window, { ...lists, known, start });
}

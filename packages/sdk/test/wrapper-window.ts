import type { ComponentEvent, EmbedState } from '../src/bind-embed.ts';
import type { EmbedOptions } from '../src/embed-options.ts';
import { initialize } from '../src/initialize.ts';
import type { InlayOptions } from '../src/share-instance.ts';

/** Properties as a test can send them to the page: `provider` is the token that a `tokenProvider` returns. */
export type GivenProps<Options> = Omit<Options, 'tokenProvider'> & { readonly provider?: string };

export type GivenEmbed = GivenProps<EmbedOptions> & { readonly embedId: string };
export type GivenDefaults = GivenProps<InlayOptions>;

/** What a test does with the component that the address of the page names. */
export interface Wrapper {
  /** Renders embeds with these properties, or changes those that are there. */
  set(embeds: readonly GivenEmbed[], defaults?: GivenDefaults): void;
  unmount(): void;
}

export interface WrapperWindow {
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

const parameters = new URLSearchParams(location.search);
export const kind = parameters.get('kind') ?? '';
export const instanceUrl = parameters.get('instance') ?? '';
/** Without a provider, the embeds are given this instance; `none` tests embeds that have neither. */
export const instance = parameters.has('none') ? undefined : initialize(undefined, { instanceUrl });
export const here = document.querySelector('#here') as HTMLElement;

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

export function install(wrapper: Wrapper): void {
  const known = async () => ((await instance)?.getAll() ?? []).length;
  Object.assign(window, { wrapper, heard, heardByName, states, errors, provided, known });
}

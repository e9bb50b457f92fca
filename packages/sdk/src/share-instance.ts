import type { EmbedBinding } from './bind-embed.ts';
import type { InlayInstance } from './create-instance.ts';
import {
  type EmbedOptions,
  type InitializeOptions,
  mergeOptions,
  OPTION_NAMES,
  type SharedOptions,
  type TokenProvider,
} from './embed-options.ts';
import { InlayError } from './errors.ts';
import { initialize } from './initialize.ts';

/** Options for all embeds below a provider. An embed's own options take precedence. */
export interface InlayOptions extends SharedOptions {
  /** Address of the Inlay instance, such as `https://analytics.example.com`. */
  readonly instanceUrl: InitializeOptions['instanceUrl'];
}

/** The properties of a component that concern the embed. */
export interface EmbedProps extends EmbedOptions {
  /** Id of the embed, as in the Embed Manager. */
  readonly embedId: string;
  /** What `initialize` returned. Default: the instance of the nearest provider. */
  readonly instance?: InlayInstance | Promise<InlayInstance> | undefined;
}

export interface SharedInstance {
  readonly options: InlayOptions;
  readonly obtain: (options: InlayOptions) => Promise<InlayInstance>;
}

/**
 * The instance of a provider, created for the first embed that needs it and so never while a server renders. It is
 * replaced when the address changes, or when a token provider is added or removed.
 */
export function shareInstance(): SharedInstance['obtain'] {
  const latest = followProvider();
  let key: string | undefined;
  let instance: Promise<InlayInstance>;
  return ({ instanceUrl, tokenProvider }) => {
    const provider = latest(tokenProvider);
    const wanted = `${instanceUrl} ${provider !== undefined}`;
    if (key !== wanted) instance = initialize(undefined, { instanceUrl, tokenProvider: provider });
    key = wanted;
    return instance;
  };
}

/**
 * Components make a new function whenever they render, so its identity means nothing: embeds get one function that calls
 * the latest.
 */
export function followProvider(): (provider: TokenProvider | undefined) => TokenProvider | undefined {
  let latest: TokenProvider | undefined;
  const call: TokenProvider = () => {
    if (!latest) throw new InlayError('NO_TOKEN', 'The component no longer has a tokenProvider.');
    return latest();
  };
  return (provider) => {
    latest = provider;
    return provider && call;
  };
}

/** What to show for the properties of a component inside a provider, or without one. */
export function toBinding(
  { instance, embedId, ...props }: EmbedProps,
  shared: SharedInstance | undefined,
): EmbedBinding {
  const given = OPTION_NAMES.filter((name) => props[name] !== undefined).map((name) => [name, props[name]]);
  const options: EmbedOptions = Object.fromEntries(given);
  if (instance || !shared) return { instance: instance ?? missingInstance(), embedId, options };
  const { instanceUrl, tokenProvider, ...defaults } = shared.options;
  return { instance: shared.obtain(shared.options), embedId, options: mergeOptions(defaults, options) };
}

let missing: Promise<InlayInstance> | undefined;

/** Always the same promise, because another one would be another instance. */
function missingInstance(): Promise<InlayInstance> {
  missing ??= Promise.reject(
    new InlayError(
      'INSTANCE_UNKNOWN',
      'The embed has no instance: add a provider with instanceUrl, or pass instance.',
    ),
  );
  return missing;
}

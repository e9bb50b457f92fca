import { createControls, type Send } from './create-controls.ts';
import { createEmitter } from './create-emitter.ts';
import {
  type Controls,
  type EmbedEvent,
  type EmbedHandle,
  type EmbedOptions,
  mergeOptions,
  type SharedOptions,
  type TokenProvider,
} from './embed-options.ts';
import { InlayError } from './errors.ts';
import { insertEmbed } from './insert-embed.ts';
import { keepToken, type TokenKeeper } from './keep-token.ts';
import { browserContext } from './page-context.ts';

/** An Inlay instance and its embeds on this page. */
export interface InlayInstance extends Controls {
  /**
   * Appends an embed to `parent` and settles when it is ready.
   *
   * @example
   * ```ts
   * const sales = await inlay.insertEmbedById('sales', document.querySelector('#sales'), { token })
   * sales.on('click', ({ detail }) => showOrders(detail.values))
   * ```
   */
  insertEmbedById(id: string, parent: Element | null, options?: EmbedOptions): Promise<EmbedHandle>;
  getAll(): readonly EmbedHandle[];
}

export function createInstance(
  instanceUrl: string,
  sdkToken: string | undefined,
  shared: SharedOptions,
): InlayInstance {
  let defaults = shared;
  const embeds = new Map<EmbedHandle, Send>();
  const emitter = createEmitter<EmbedEvent>();
  // Weak, because pages may create a new function each time they render.
  const keepers = new WeakMap<TokenProvider, TokenKeeper>();
  const ofSdk = keepToken(browserContext, sdkToken);

  const keeperFor = ({ token, tokenProvider }: EmbedOptions): TokenKeeper => {
    if (!tokenProvider) return token ? keepToken(browserContext, token) : ofSdk;
    const known = keepers.get(tokenProvider);
    if (known && (!token || token === known.current())) return known;
    const keeper = keepToken(browserContext, token, tokenProvider);
    keepers.set(tokenProvider, keeper);
    return keeper;
  };

  const sendAll: Send = async (type, body) => {
    defaults = mergeOptions(defaults, body as SharedOptions | null);
    await Promise.all([...embeds.values()].map((send) => send(type, body)));
  };

  return {
    ...createControls(sendAll),
    insertEmbedById: async (id, parent, options = {}) => {
      if (!(parent instanceof Element)) throw new InlayError('PARENT_INVALID');
      if (!id) throw new InlayError('CONFIGURATION', '`id` must be the id of an embed.');
      if (self.origin === 'null') throw new InlayError('HOST_OPAQUE');
      const wanted: EmbedOptions = mergeOptions(defaults, options);
      const { embed, send, started } = insertEmbed({
        baseUrl: instanceUrl,
        id,
        parent,
        options: wanted,
        keeper: keeperFor(wanted),
        onEvent: emitter.emit,
        onDestroy: () => embeds.delete(embed),
      });
      embeds.set(embed, send);
      await started;
      return embed;
    },
    getAll: () => [...embeds.keys()],
    ...(emitter.events as Pick<InlayInstance, 'on' | 'off'>),
    destroy: () => {
      for (const embed of embeds.keys()) embed.destroy();
    },
  };
}

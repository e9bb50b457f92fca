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
import { browserSurroundings } from './surroundings.ts';

/** The embeds of one Inlay on this page. */
export interface InlayInstance extends Controls {
  /**
   * Puts an embed at the end of `parent` and settles when it is open.
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
  // Pages may make a new function each time they render: one that nobody holds any more goes with its keeper.
  const keepers = new WeakMap<TokenProvider, TokenKeeper>();
  const ofSdk = keepToken(browserSurroundings, sdkToken, undefined);

  const keeperFor = ({ token, tokenProvider }: EmbedOptions): TokenKeeper => {
    if (!tokenProvider) return token ? keepToken(browserSurroundings, token, undefined) : ofSdk;
    const known = keepers.get(tokenProvider);
    if (known && (!token || token === known.current())) return known;
    const keeper = keepToken(browserSurroundings, token, tokenProvider);
    keepers.set(tokenProvider, keeper);
    return keeper;
  };

  const tellAll: Send = async (type, body) => {
    defaults = mergeOptions(defaults, body as SharedOptions | null);
    await Promise.all([...embeds.values()].map((send) => send(type, body)));
  };

  return {
    ...createControls(tellAll),
    insertEmbedById: async (id, parent, options = {}) => {
      if (!(parent instanceof Element)) throw new InlayError('PARENT_INVALID');
      if (!id) throw new InlayError('CONFIGURATION', 'The id of the embed is missing.');
      if (self.origin === 'null') throw new InlayError('HOST_OPAQUE');
      const wanted: EmbedOptions = mergeOptions(defaults, options);
      const {
        embed,
        tell: send,
        started,
      } = insertEmbed({
        instanceUrl,
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
    on: emitter.on as InlayInstance['on'],
    off: emitter.off as InlayInstance['off'],
    destroy: () => {
      for (const embed of embeds.keys()) embed.destroy();
    },
  };
}

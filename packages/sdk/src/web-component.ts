import { type BoundEmbed, bindEmbed } from './bind-embed.ts';
import type { InlayInstance } from './create-instance.ts';
import type { EmbedOptions, TokenProvider } from './embed-options.ts';
import { initialize } from './initialize.ts';

const ATTRIBUTES = ['embed-id', 'instance-url', 'token', 'lang', 'theme', 'height', 'filters', 'variables'];
/** Changes that need another frame. */
const ANEW = ['embed-id', 'instance-url', 'height'];

const instances = new Map<string, Promise<InlayInstance>>();

/**
 * `<inlay-embed instance-url embed-id token>`. Every event of the embed is dispatched as `inlay-<name>`, with the
 * handle and the event's detail in `event.detail`.
 *
 * @example
 * ```html
 * <inlay-embed instance-url="https://analytics.example.com" embed-id="sales" token="…" filters='{"region":"EU"}'>
 * ```
 */
export class InlayEmbedElement extends HTMLElement {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;
  #bound: BoundEmbed | undefined;
  #provider: TokenProvider | undefined;

  get tokenProvider(): TokenProvider | undefined {
    return this.#provider;
  }

  set tokenProvider(provider: TokenProvider | undefined) {
    this.#provider = provider;
    if (this.isConnected) this.#bind();
  }

  connectedCallback(): void {
    if (getComputedStyle(this).display === 'inline') this.style.display = 'block';
    this.#bind();
  }

  disconnectedCallback(): void {
    this.#bound?.destroy();
    this.#bound = undefined;
  }

  attributeChangedCallback(name: string): void {
    if (!this.#bound) return;
    if (ANEW.includes(name)) this.#bind();
    else this.#bound.update(this.#options());
  }

  #bind(): void {
    this.#bound?.destroy();
    const url = this.getAttribute('instance-url') ?? '';
    const id = this.getAttribute('embed-id') ?? '';
    const instance = instances.get(url) ?? initialize(undefined, { instanceUrl: url });
    instances.set(url, instance);
    this.#bound = bindEmbed(this, { instance, id, options: this.#options() }, ({ name, ...detail }) =>
      this.dispatchEvent(new CustomEvent(`inlay-${name}`, { detail })),
    );
  }

  #options(): EmbedOptions {
    const text = (name: string) => this.getAttribute(name) ?? undefined;
    const json = (name: string) => JSON.parse(text(name) || '{}');
    const height = text('height');
    return {
      token: text('token'),
      tokenProvider: this.#provider,
      lang: text('lang'),
      theme: text('theme'),
      height: height === 'fill' || height === 'auto' ? height : Number(height) || undefined,
      filters: json('filters'),
      variables: json('variables'),
    };
  }
}

if (!customElements.get('inlay-embed')) customElements.define('inlay-embed', InlayEmbedElement);

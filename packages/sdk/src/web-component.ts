import { type BoundEmbed, bindEmbed, type EmbedBinding, type EmbedState, LOADING } from './bind-embed.ts';
import type { InlayInstance } from './create-instance.ts';
import { EMBED_OPTIONS, type EmbedOptions, OPTION_NAMES, type OptionName } from './embed-options.ts';
import { InlayError } from './errors.ts';
import { initialize } from './initialize.ts';

/** Properties of the element and their attributes: `embedId` is `embed-id`, `instanceUrl` is `instance-url`. */
const PROPERTIES = ['embedId', 'instanceUrl', ...OPTION_NAMES] as const;
type PropertyName = (typeof PROPERTIES)[number];
const attributeOf = (name: PropertyName) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const instances = new Map<string, Promise<InlayInstance>>();

function instanceAt(instanceUrl: string): Promise<InlayInstance> {
  const instance = instances.get(instanceUrl) ?? initialize(undefined, { instanceUrl });
  instances.set(instanceUrl, instance);
  return instance;
}

// A server that renders the page has no elements, but may import this module.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;
// Every element has a `lang`, which reflects its attribute, and a `dataset`: these two are attributes only.
const ACCESSORS = PROPERTIES.filter((name) => !(name in Base.prototype));

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };
export interface InlayEmbedElement extends Writable<Omit<EmbedOptions, keyof HTMLElement>> {
  embedId: string | undefined;
  instanceUrl: string | undefined;
}

/**
 * `<inlay-embed instance-url embed-id token>`. Every option is an attribute and a property, which takes precedence;
 * `tokenProvider` is a property only, `lang` and `dataset` are attributes only. Every event of the embed is dispatched as
 * `inlay-<name>`, with the handle and the event's detail in `event.detail`.
 *
 * @example
 * ```html
 * <inlay-embed instance-url="https://analytics.example.com" embed-id="sales" token="…" filters='{"region":"EU"}'>
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the accessors are defined below, one for each option.
export class InlayEmbedElement extends Base {
  static readonly observedAttributes: readonly string[] = PROPERTIES.map(attributeOf);
  /** Whether the embed is open, its handle, and the error if it failed. */
  state: EmbedState = LOADING;
  #bound: BoundEmbed | undefined;
  #isUpdating = false;
  readonly #properties = new Map<PropertyName, unknown>();

  static {
    for (const name of ACCESSORS)
      Object.defineProperty(InlayEmbedElement.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: InlayEmbedElement) {
          return this.#properties.get(name) ?? this.getAttribute(attributeOf(name)) ?? undefined;
        },
        set(this: InlayEmbedElement, value: unknown) {
          this.#properties.set(name, value ?? undefined);
          this.#update();
        },
      });
  }

  connectedCallback(): void {
    for (const name of ACCESSORS) this.#upgrade(name);
    if (getComputedStyle(this).display === 'inline') this.style.display = 'block';
    this.#bound = bindEmbed(this, this.#read(), {
      onEvent: ({ name, ...detail }) => {
        const cancelable = name === 'click';
        const goesOn = this.dispatchEvent(new CustomEvent(`inlay-${name}`, { detail, cancelable }));
        if (!goesOn && 'preventDefault' in detail) detail.preventDefault();
      },
      onState: (state) => {
        this.state = state;
      },
    });
  }

  disconnectedCallback(): void {
    this.#bound?.destroy();
    this.#bound = undefined;
  }

  attributeChangedCallback(): void {
    this.#update();
  }

  /** A property that was set before the element was defined hides the accessor. */
  #upgrade(name: PropertyName): void {
    if (!Object.hasOwn(this, name)) return;
    const value = Reflect.get(this, name);
    Reflect.deleteProperty(this, name);
    Reflect.set(this, name, value);
  }

  /** Once for all that a script changes in one go. */
  #update(): void {
    if (this.#isUpdating) return;
    this.#isUpdating = true;
    queueMicrotask(() => {
      this.#isUpdating = false;
      this.#bound?.update(this.#read());
    });
  }

  #read(): EmbedBinding {
    const embedId = this.#text('embedId') ?? '';
    try {
      const options = Object.fromEntries(OPTION_NAMES.map((name) => [name, this.#option(name)]));
      return { instance: instanceAt(this.#text('instanceUrl') ?? ''), embedId, options };
    } catch (error) {
      // Without its filters an embed would show more than the page asked for.
      return { instance: Promise.reject(error), embedId, options: {} };
    }
  }

  #text(name: PropertyName): string | undefined {
    const value = this.#properties.get(name) ?? this.getAttribute(attributeOf(name)) ?? undefined;
    return value === undefined ? undefined : `${value}`;
  }

  #option(name: OptionName): unknown {
    const value = this.#properties.get(name);
    if (value !== undefined || name === 'tokenProvider') return value;
    const text = this.getAttribute(attributeOf(name));
    return text === null ? undefined : parse(name, text);
  }
}

function parse(name: Exclude<OptionName, 'tokenProvider'>, text: string): unknown {
  const { attribute } = EMBED_OPTIONS[name];
  if (attribute === 'number' || (attribute === 'height' && text !== 'fill' && text !== 'auto'))
    return Number(text) || undefined;
  if (attribute !== 'json' && !(attribute === 'theme' && text.startsWith('{'))) return text;
  try {
    return JSON.parse(text || '{}');
  } catch (cause) {
    const message = `The attribute \`${name}\` must be valid JSON, such as {"region":"EU"}.`;
    throw new InlayError('CONFIGURATION', message, { cause });
  }
}

if (globalThis.customElements && !customElements.get('inlay-embed'))
  customElements.define('inlay-embed', InlayEmbedElement);

declare global {
  interface HTMLElementTagNameMap {
    'inlay-embed': InlayEmbedElement;
  }
}

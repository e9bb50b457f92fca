import {
  defineComponent,
  h,
  type InjectionKey,
  inject,
  type MaybeRefOrGetter,
  onScopeDispose,
  type Plugin,
  type PropType,
  provide,
  type Ref,
  type ShallowRef,
  shallowRef,
  toValue,
  watchEffect,
} from 'vue';
import { type BoundEmbed, bindEmbed, type ComponentEvent, type EmbedState, LOADING } from './bind-embed.ts';
import { type EmbedEvents, type EmbedOptions, EVENT_NAMES, OPTION_NAMES } from './embed-options.ts';
import {
  type EmbedProps,
  followProvider,
  type InlayOptions,
  shareInstance,
  toBinding,
} from './share-instance.ts';

interface Provided {
  readonly options: MaybeRefOrGetter<InlayOptions>;
  readonly obtain: ReturnType<typeof shareInstance>;
}

const KEY: InjectionKey<Provided> = Symbol('inlay');

/**
 * The Inlay instance for all embeds of an app. They share its `tokenProvider`, so that one call renews all tokens. Options
 * may be an object, a ref or a getter.
 *
 * @example
 * ```ts
 * createApp(App).use(InlayPlugin, {
 *   instanceUrl: 'https://analytics.example.com',
 *   tokenProvider: () => fetch('/embed-token', { method: 'POST' }),
 * })
 * ```
 */
export const InlayPlugin: Plugin<[MaybeRefOrGetter<InlayOptions>]> = {
  install: (app, options) => {
    app.provide(KEY, { options, obtain: shareInstance() });
  },
};

/** Like `InlayPlugin`, for the embeds below one component: call it in `setup`. */
export function provideInlay(options: MaybeRefOrGetter<InlayOptions>): void {
  provide(KEY, { options, obtain: shareInstance() });
}

/**
 * Inserts an embed into an element of yours and keeps it in step with the properties. `state.value` has `status`
 * (`loading`, `ready` or `error`), `embed` (the handle) and `error`.
 *
 * @example
 * ```ts
 * const place = useTemplateRef('place')
 * const state = useInlayEmbed(place, () => ({ embedId: 'sales', filters: { region: region.value } }))
 * ```
 */
export function useInlayEmbed(
  place: Readonly<Ref<Element | null | undefined>>,
  props: MaybeRefOrGetter<EmbedProps>,
  onEvent: (event: ComponentEvent) => void = () => {},
): Readonly<ShallowRef<EmbedState>> {
  const provided = inject(KEY, undefined);
  const state = shallowRef<EmbedState>(LOADING);
  const follow = followProvider();
  let bound: BoundEmbed | undefined;
  let parent: Element | null | undefined;
  const read = () => {
    const { tokenProvider, ...others } = toValue(props);
    const shared = provided && { options: toValue(provided.options), obtain: provided.obtain };
    return toBinding({ ...others, tokenProvider: follow(tokenProvider) }, shared);
  };

  // Runs after the element is in the page, never on a server, and again whenever something changes that it has read,
  // entries of objects included.
  watchEffect(
    () => {
      const binding = read();
      if (place.value === parent) return bound?.update(binding);
      bound?.destroy();
      parent = place.value;
      bound = parent
        ? bindEmbed(parent, binding, {
            onEvent,
            onState: (next) => {
              state.value = next;
            },
          })
        : undefined;
    },
    { flush: 'post' },
  );
  onScopeDispose(() => bound?.destroy());
  return state;
}

type OptionProps = {
  [Name in keyof EmbedOptions]-?: { type: PropType<EmbedOptions[Name]>; required: false };
};
/** Without `type`, so that Vue passes values on as they are. */
const optionProps = Object.fromEntries(
  OPTION_NAMES.map((name) => [name, { required: false }]),
) as OptionProps;

type Emits = { [Name in keyof EmbedEvents]: (event: ComponentEvent<Name>) => true } & {
  event: (event: ComponentEvent) => true;
};
const accept = (_event: ComponentEvent) => true as const;
const emits = Object.fromEntries(['event', ...EVENT_NAMES].map((name) => [name, accept])) as Emits;

/**
 * An embed as a Vue component. All properties can change at any time; most changes reach the embed without reloading it.
 * It emits every event of the embed under its name, and all of them as `event`. A template ref has its `state`.
 *
 * @example
 * ```vue
 * <InlayEmbed embed-id="sales" :filters="{ region }" theme="dark" @ready="loading = false" @click="select" />
 * ```
 */
export const InlayEmbed = defineComponent({
  name: 'InlayEmbed',
  props: {
    ...optionProps,
    /** Id of the embed, as in the Embed Manager. */
    embedId: { type: String, required: true },
    /** What `initialize` returned. Default: the instance of the plugin or of `provideInlay`. */
    instance: { type: Object as PropType<EmbedProps['instance']>, required: false },
  },
  emits,
  setup(props, { emit, expose }) {
    const place = shallowRef<Element | null>(null);
    const send = emit as (name: string, event: ComponentEvent) => void;
    const state = useInlayEmbed(
      place,
      () => ({ ...props }),
      (event) => {
        send('event', event);
        send(event.name, event);
      },
    );
    expose({ state });
    return () => h('div', { ref: place });
  },
});

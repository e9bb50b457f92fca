import { defineComponent, h, onBeforeUnmount, onMounted, type PropType, ref, watch } from 'vue';
import { type BoundEmbed, bindEmbed } from './bind-embed.ts';
import type { InlayInstance } from './create-instance.ts';
import type { EmbedEvent, EmbedOptions } from './embed-options.ts';

/**
 * An embed as a Vue component. Filters, variables, theme, language and token change in place; another embed or
 * instance inserts it again. `@event` receives every event of the embed.
 *
 * @example
 * ```vue
 * <InlayEmbed :instance="inlay" embed-id="sales" :options="{ filters: { region } }" @event="heard" />
 * ```
 */
export const InlayEmbed = defineComponent({
  name: 'InlayEmbed',
  props: {
    /** What `initialize` gave, or its promise; make it once, outside the component. */
    instance: { type: Object as PropType<InlayInstance | Promise<InlayInstance>>, required: true },
    embedId: { type: String, required: true },
    options: { type: Object as PropType<EmbedOptions>, default: () => ({}) },
  },
  emits: { event: (_event: EmbedEvent) => true },
  setup(props, { emit }) {
    const parent = ref<HTMLElement>();
    let bound: BoundEmbed | undefined;
    const bind = () => {
      bound?.destroy();
      if (!parent.value) return;
      const { instance, embedId, options } = props;
      bound = bindEmbed(parent.value, { instance, id: embedId, options }, (event) => emit('event', event));
    };
    onMounted(bind);
    onBeforeUnmount(() => bound?.destroy());
    // One source each: a template makes another `options` object whenever it renders, and that alone changes nothing.
    const reinserting = ['tokenProvider', 'height', 'loading', 'step'] as const;
    watch(
      [() => props.instance, () => props.embedId, ...reinserting.map((name) => () => props.options[name])],
      bind,
    );
    watch(
      () => props.options,
      (options) => bound?.update(options),
      { deep: true },
    );
    return () => h('div', { ref: parent });
  },
});

import { createElement, type HTMLAttributes, type ReactElement, useEffect, useRef } from 'react';
import { type BoundEmbed, bindEmbed } from './bind-embed.ts';
import type { InlayInstance } from './create-instance.ts';
import type { EmbedEvent, EmbedOptions } from './embed-options.ts';

export interface InlayEmbedProps extends EmbedOptions {
  /** What `initialize` gave, or its promise; make it once, outside the component. */
  readonly instance: InlayInstance | Promise<InlayInstance>;
  readonly embedId: string;
  /** Hears every event of the embed; `event.embed` is its handle. */
  readonly onEvent?: (event: EmbedEvent) => void;
  /** For the element around the embed. */
  readonly container?: HTMLAttributes<HTMLDivElement>;
}

/**
 * An embed as a React component. Filters, variables, theme, language and token change in place; another embed,
 * instance, height or provider inserts it again.
 *
 * @example
 * ```tsx
 * const inlay = initialize(undefined, { instanceUrl, tokenProvider })
 * const Sales = ({ region }) => <InlayEmbed instance={inlay} embedId="sales" filters={{ region }} />
 * ```
 */
export function InlayEmbed({
  instance,
  embedId,
  onEvent,
  container,
  ...options
}: InlayEmbedProps): ReactElement {
  const parent = useRef<HTMLDivElement>(null);
  const bound = useRef<BoundEmbed>(null);
  const latest = useRef({ options, onEvent });
  latest.current = { options, onEvent };
  const { tokenProvider, height, loading, step } = options;

  useEffect(() => {
    if (!parent.current) return;
    const binding = { instance, id: embedId, options: latest.current.options };
    const embed = bindEmbed(parent.current, binding, (event) => latest.current.onEvent?.(event));
    bound.current = embed;
    return () => embed.destroy();
  }, [instance, embedId, tokenProvider, height, loading, step]);

  useEffect(() => bound.current?.update(options));

  return createElement('div', { ...container, ref: parent });
}

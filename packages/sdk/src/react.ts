import {
  createContext,
  createElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type RefCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type BoundEmbed, bindEmbed, type ComponentEvent, type EmbedState, LOADING } from './bind-embed.ts';
import type { EmbedEvents } from './embed-options.ts';
import { type Prefixed, prefixedName } from './prefixed-name.ts';
import {
  type EmbedProps,
  followProvider,
  type InlayOptions,
  type SharedInstance,
  shareInstance,
  toBinding,
} from './share-instance.ts';

const InlayContext = createContext<SharedInstance | undefined>(undefined);

export interface InlayProviderProps extends InlayOptions {
  readonly children?: ReactNode;
}

/**
 * The Inlay instance for all embeds below it. They share its `tokenProvider`, so that one call renews all tokens. Give it
 * the `key` of the signed-in user: another user then gets new embeds.
 *
 * @example
 * ```tsx
 * <InlayProvider key={user.id} instanceUrl="https://analytics.example.com"
 *   tokenProvider={() => fetch('/embed-token', { method: 'POST' })}>
 *   <InlayEmbed embedId="sales" filters={{ region }} onClick={({ detail }) => select(detail.values)} />
 * </InlayProvider>
 * ```
 */
export function InlayProvider({ children, ...options }: InlayProviderProps): ReactElement {
  const [obtain] = useState(shareInstance);
  return createElement(InlayContext.Provider, { value: { options, obtain } }, children);
}

/** A handler for each event: `onReady`, `onClick`, `onError`, `onFilterChange`, `onDashboardSaved`, … */
type EventHandlers = {
  readonly [Name in keyof EmbedEvents as Prefixed<'on', Name>]?:
    | ((event: ComponentEvent<Name>) => void)
    | undefined;
};

export interface UseInlayEmbedProps extends EmbedProps, EventHandlers {
  /** Receives every event; `event.name` determines the type of `event.detail`. */
  readonly onEvent?: ((event: ComponentEvent) => void) | undefined;
}

export interface InlayEmbedProps extends UseInlayEmbedProps {
  /** Attributes of the `<div>` around the embed. */
  readonly container?: HTMLAttributes<HTMLDivElement> | undefined;
}

/** `status` is `loading`, `ready` or `error`; `embed` is the handle, for example to export or refresh. */
export type UsedInlayEmbed = EmbedState & {
  /** For the element that the embed is inserted into. */
  readonly ref: RefCallback<Element>;
};

/**
 * Inserts an embed into an element of yours and keeps it in step with the properties.
 *
 * @example
 * ```tsx
 * const { ref, embed, status } = useInlayEmbed({ embedId: 'sales', filters: { region } })
 * return <>
 *   <button disabled={status !== 'ready'} onClick={() => embed?.refresh()}>Refresh</button>
 *   <div ref={ref} />
 * </>
 * ```
 */
export function useInlayEmbed(props: UseInlayEmbedProps): UsedInlayEmbed {
  const shared = useContext(InlayContext);
  const [parent, ref] = useState<Element | null>(null);
  const [state, setState] = useState<EmbedState>(LOADING);
  const [follow] = useState(followProvider);
  const bound = useRef<BoundEmbed>(undefined);
  const latest = useRef({ props, shared });

  // The order of the effects matters: the second reads what the first has stored.
  useEffect(() => {
    latest.current = { props, shared };
  });
  const read = () => {
    const { props: now, shared: provider } = latest.current;
    return toBinding({ ...now, tokenProvider: follow(now.tokenProvider) }, provider);
  };
  useEffect(() => {
    if (!parent) return;
    const embed = bindEmbed(parent, read(), {
      onEvent: (event) => dispatch(latest.current.props, event),
      onState: setState,
    });
    bound.current = embed;
    return () => {
      bound.current = undefined;
      embed.destroy();
    };
  }, [parent]);
  useEffect(() => bound.current?.update(read()));

  return { ...state, ref };
}

function dispatch(props: UseInlayEmbedProps, event: ComponentEvent): void {
  props.onEvent?.(event);
  const handler = props[prefixedName('on', event.name)] as ((event: ComponentEvent) => void) | undefined;
  handler?.(event);
}

/**
 * An embed as a React component. All properties can change at any time; most changes reach the embed without reloading it.
 *
 * @example
 * ```tsx
 * <InlayEmbed embedId="sales" filters={{ region }} theme="dark" onReady={() => setLoading(false)} />
 * ```
 */
export function InlayEmbed({ container, ...props }: InlayEmbedProps): ReactElement {
  const { ref } = useInlayEmbed(props);
  return createElement('div', { ...container, ref });
}

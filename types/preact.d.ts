/**
 * The part of Preact that charts and the server use (ADR 256). `paths` in tsconfig.isomorphic.json substitutes it for Preact's
 * own declarations, which include the DOM's types: with those, server code that uses `document` would compile.
 */
export interface VNode<P = object> {
  type: string | Component<P>;
  props: P & { children: undefined };
  key: undefined;
}

type Component<P> = (props: P) => VNode;

export function h(type: string, props: Readonly<Record<string, unknown>>): VNode;
export function h<P>(type: Component<P>, props: P): VNode<P>;

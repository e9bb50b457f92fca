/**
 * The part of Preact that charts and the server use; `paths` in tsconfig.isomorphic.json puts it in the place of Preact's own
 * declarations, which bring the DOM's types along: with those, server code that uses `document` would compile.
 */
export interface VNode<P = object> {
  type: string | Component<P>;
  props: P & { children: undefined };
  key: undefined;
}

type Component<P> = (props: P) => VNode;

export function h(type: string, props: Readonly<Record<string, unknown>>): VNode;
export function h<P>(type: Component<P>, props: P): VNode<P>;

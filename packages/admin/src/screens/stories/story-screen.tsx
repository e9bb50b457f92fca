import type { VNode } from 'preact';
export function StoryScreen({ id }: { readonly id: string }): VNode {
  return <p>{id}</p>;
}

import type { VNode } from 'preact';
export function DashboardScreen({ id }: { readonly id: string }): VNode {
  return <p>{id}</p>;
}

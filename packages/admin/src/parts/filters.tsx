import type { ComponentChildren, VNode } from 'preact';

interface FiltersProps {
  /** There is something to find, or somebody filters and finds nothing. */
  readonly shown: boolean;
  readonly children: ComponentChildren;
}

/** What narrows a list. An empty list has nothing to narrow. */
export function Filters({ shown, children }: FiltersProps): VNode | null {
  return shown ? <div class="filters">{children}</div> : null;
}

import type { ComponentChildren, VNode } from 'preact';

interface FiltersProps {
  /** Whether there is something to filter, or a filter that matches nothing. */
  readonly shown: boolean;
  readonly children: ComponentChildren;
}

/** The filters of a list, unless it is empty without them. */
export function Filters({ shown, children }: FiltersProps): VNode | null {
  return shown ? <div class="ui-row filters">{children}</div> : null;
}

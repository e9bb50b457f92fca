import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '../controls/icon.tsx';

interface SectionProps {
  readonly title: string;
  /** The number of settings made in it, shown while it is closed. */
  readonly count?: number;
  readonly open?: boolean;
  readonly id?: string;
  readonly children: ComponentChildren;
}

/** The browser's own disclosure: found by the page's search, and opened by it. */
export function Section({ title, count = 0, open, id, children }: SectionProps): VNode {
  return (
    <details class="ui-section" open={open} id={id}>
      <summary>
        <span>{title}</span>
        {count > 0 && <span class="ui-count">{count}</span>}
        <Icon name="down" />
      </summary>
      <div class="ui-section-body">{children}</div>
    </details>
  );
}

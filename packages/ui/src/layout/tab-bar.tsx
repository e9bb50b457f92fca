import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface TabBarProps {
  readonly label: string;
  /** The key of the part on show. */
  readonly value: string;
  readonly children: ComponentChildren;
}

/** Links to the parts of one view, in a line; where it does not fit, the part on show is scrolled to. */
export function TabBar({ label, value, children }: TabBarProps): VNode {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = bar.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [value]);
  return (
    <nav ref={bar} class="ui-tabs" aria-label={label}>
      {children}
    </nav>
  );
}

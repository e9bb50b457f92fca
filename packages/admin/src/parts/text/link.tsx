import type { ComponentChildren, VNode } from 'preact';
import { hrefOf, navigate } from '../../router.ts';

interface LinkProps {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  /** For screen readers, where the place makes clear to everybody else what is meant. */
  readonly label?: string;
  /** The whole text, where there may be no room for it. */
  readonly title?: string;
  readonly current?: boolean;
  /** Another part of the same screen: unsaved input stays. */
  readonly keeps?: boolean;
  readonly onFollow?: () => void;
}

/** A link inside the app: a plain click changes the screen, any other does what the browser does. */
export function Link({
  to,
  children,
  class: name,
  label,
  title,
  current,
  keeps,
  onFollow,
}: LinkProps): VNode {
  return (
    <a
      href={hrefOf(to)}
      class={name ?? 'ui-link'}
      aria-label={label}
      title={title}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
        event.preventDefault();
        navigate(to, keeps ? { keeps } : {});
        onFollow?.();
      }}
    >
      {children}
    </a>
  );
}

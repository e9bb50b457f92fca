import type { ComponentChildren, VNode } from 'preact';
import { hrefOf, navigate } from '../router.ts';

interface LinkProps {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly current?: boolean;
  readonly onFollow?: () => void;
}

/** A link inside the app: a plain click changes the view, any other does what the browser does. */
export function Link({ to, children, class: name, current, onFollow }: LinkProps): VNode {
  return (
    <a
      href={hrefOf(to)}
      class={name ?? 'link'}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
        event.preventDefault();
        navigate(to);
        onFollow?.();
      }}
    >
      {children}
    </a>
  );
}

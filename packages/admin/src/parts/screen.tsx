import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link } from './link.tsx';

interface ScreenProps {
  readonly title: string;
  readonly intro?: ComponentChildren;
  /** The list that the view is an element of. */
  readonly back?: { readonly to: string; readonly title: string };
  readonly actions?: ComponentChildren;
  /** Uses the full width, for editors. */
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

/** A view with its heading, one sentence on what it is for, and what can be done. */
export function Screen({ title, intro, back, actions, wide, children }: ScreenProps): VNode {
  useEffect(() => {
    document.title = `${title} · Inlay`;
  }, [title]);
  return (
    <div class={wide ? 'screen screen-wide' : 'screen'}>
      <header class="screen-head">
        <div>
          {back && (
            <Link to={back.to} class="link back">
              ← {back.title}
            </Link>
          )}
          <h1>{title}</h1>
          {intro && <p class="muted">{intro}</p>}
        </div>
        {actions && <div class="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

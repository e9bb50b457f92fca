import type { Permission } from '@inlay/protocol/permission';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { can } from '../../session/can.ts';
import { Changeable } from '../form/changeable.tsx';
import { Link } from '../text/link.tsx';

interface ScreenProps {
  readonly title: string;
  readonly intro?: ComponentChildren;
  /** The list that the screen belongs to. */
  readonly back?: { readonly to: string; readonly title: string };
  readonly actions?: ComponentChildren;
  /** The permission to change what the screen shows. Roles without it only see it. */
  readonly writes?: Permission;
  /** Uses the full width, for editors. */
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

/** A heading, one sentence about the screen, its actions and its content. */
export function Screen({ title, intro, back, actions, writes, wide, children }: ScreenProps): VNode {
  useEffect(() => {
    document.title = `${title} · Inlay`;
  }, [title]);
  return (
    <div class={wide ? 'screen screen-wide' : 'screen'}>
      <header class="screen-head">
        <div>
          {back && (
            <Link to={back.to} class="ui-link back">
              ← {back.title}
            </Link>
          )}
          <h1>{title}</h1>
          {intro && <p class="ui-muted">{intro}</p>}
        </div>
        {actions && (!writes || can(writes)) && <div class="ui-row">{actions}</div>}
      </header>
      {writes ? <Changeable needs={writes}>{children}</Changeable> : children}
    </div>
  );
}

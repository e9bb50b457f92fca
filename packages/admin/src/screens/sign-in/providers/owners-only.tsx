import { Notice } from '@inlay/ui/layout/notice';
import type { ComponentChildren, VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { isOwner } from '../../../session/can.ts';

/** Fields and buttons for owners. Others see them disabled, and why. */
export function OwnersOnly({ children }: { readonly children: ComponentChildren }): VNode {
  const t = useMessages('providers');
  if (isOwner()) return <div class="ui-stack">{children}</div>;
  return (
    <div class="ui-stack">
      <Notice tone="neutral">{t.ownersOnly}</Notice>
      <fieldset class="read-only ui-stack" disabled>
        {children}
      </fieldset>
    </div>
  );
}

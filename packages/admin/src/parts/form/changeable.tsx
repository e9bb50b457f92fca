import type { Permission } from '@inlay/protocol/permission';
import { Notice } from '@inlay/ui/layout/notice';
import type { ComponentChildren, VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { can } from '../../session/can.ts';

interface ChangeableProps {
  readonly needs: Permission;
  readonly children: ComponentChildren;
}

/** Fields and buttons for roles that may change something. Other roles see them disabled, and why. */
export function Changeable({ needs, children }: ChangeableProps): VNode {
  const t = useMessages('admin').problems;
  if (can(needs)) return <>{children}</>;
  return (
    <>
      <Notice tone="neutral">{t.readOnly}</Notice>
      <fieldset class="read-only" disabled>
        {children}
      </fieldset>
    </>
  );
}

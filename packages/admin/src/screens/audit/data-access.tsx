import type { AuditEvent } from '@inlay/protocol/audit-event';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

interface AccessDetails {
  readonly viewer?: string;
  readonly unruled?: boolean;
  readonly rules?: readonly string[];
}

/** What was read, under which rules and as whom. */
export function DataAccess({ event }: { readonly event: AuditEvent }): VNode {
  const t = useMessages('activity').audit.access;
  const { viewer, unruled, rules = [] } = (event.details ?? {}) as AccessDetails;
  const parts = [
    t.rows({ count: event.rows ?? 0 }),
    unruled && t.unruled,
    rules.length > 0 && t.rules({ rules: rules.join(', ') }),
    viewer && t.asViewer({ viewer }),
  ];
  return <div class="ui-small ui-muted">{parts.filter(Boolean).join(' · ')}</div>;
}

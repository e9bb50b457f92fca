import type { DeliveryState, Subscription } from '@inlay/content/subscription';
import { Badge, type Tone } from '@inlay/ui/layout/badge';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

const DELIVERY_TONES: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'neutral',
  working: 'neutral',
  sending: 'neutral',
  sent: 'good',
  failed: 'bad',
  unknown: 'warning',
  skipped: 'neutral',
};

interface DeliveryBadgeProps {
  readonly state: DeliveryState;
  /** Of an alert: when all is well, it was checked and nothing was sent. */
  readonly isCheck?: boolean;
}

export function DeliveryBadge({ state, isCheck = false }: DeliveryBadgeProps): VNode {
  const t = useMessages('reportAdmin').states;
  return <Badge tone={DELIVERY_TONES[state]}>{isCheck && state === 'sent' ? t.checked : t[state]}</Badge>;
}

const STATUS_TONES = { active: 'good', paused: 'warning', ended: 'neutral' } as const satisfies Record<
  Subscription['status'],
  Tone
>;

export function StatusBadge({ status }: Pick<Subscription, 'status'>): VNode {
  const t = useMessages('reportAdmin').statuses;
  return <Badge tone={STATUS_TONES[status]}>{t[status]}</Badge>;
}

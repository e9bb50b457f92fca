import type { DeliveryState, Subscription } from '@inlay/content/subscription';
import { Badge, type Tone } from '@inlay/ui/layout/badge';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

/** A check of an alert that found something fired; one without a finding has nothing to send. */
type Outcome = DeliveryState | 'checked' | 'fired';

const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = {
  checked: 'good',
  fired: 'warning',
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
  readonly reason: string | null;
  /** Of an alert. */
  readonly isCheck: boolean;
}

export function DeliveryBadge(props: DeliveryBadgeProps): VNode {
  const t = useMessages('reportAdmin').states;
  const outcome = outcomeOf(props);
  return <Badge tone={OUTCOME_TONES[outcome]}>{t[outcome]}</Badge>;
}

function outcomeOf({ state, reason, isCheck }: DeliveryBadgeProps): Outcome {
  if (!isCheck) return state;
  if (state === 'sent') return 'fired';
  return state === 'skipped' && reason === null ? 'checked' : state;
}

const STATUS_TONES = { active: 'good', paused: 'warning', ended: 'neutral' } as const satisfies Record<
  Subscription['status'],
  Tone
>;

export function StatusBadge({ status }: Pick<Subscription, 'status'>): VNode {
  const t = useMessages('reportAdmin').statuses;
  return <Badge tone={STATUS_TONES[status]}>{t[status]}</Badge>;
}

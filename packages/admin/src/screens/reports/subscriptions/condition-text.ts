import type { AlertCondition } from '@inlay/content/subscription';
import type { ReportAdminMessages } from '@inlay/messages/reportAdmin';
import { numberText } from '../../../parts/text/number-text.ts';

type ConditionMessages = ReportAdminMessages['conditions'];

/** `returns above 8, per region`. Fields have the names that the tile gives them. */
export function conditionText(t: ConditionMessages, alert: AlertCondition): string {
  const condition = ofValue(t, alert);
  return alert.by === undefined ? condition : t.perValue({ condition, dimension: alert.by });
}

function ofValue(t: ConditionMessages, alert: AlertCondition): string {
  const { measure } = alert;
  if (alert.kind === 'missing') return t.missing({ measure });
  if (alert.kind !== 'change') return t[alert.kind]({ measure, limit: numberText(alert.limit) });
  const amount =
    alert.unit === 'percent'
      ? numberText(alert.amount / 100, { style: 'percent', maximumFractionDigits: 2 })
      : numberText(alert.amount);
  return t[alert.direction]({ measure, amount });
}

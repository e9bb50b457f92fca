import type { EmbedRequest } from '../../embeds/index.ts';
import type { AlertEvent } from './alert-event.ts';
import { type AlertMemory, memoryOf } from './alert-memory.ts';
import type { AlertSubject } from './alert-subject.ts';
import { evaluateAlert } from './evaluate-alert.ts';
import { measureAlert, valuesAt } from './measure-alert.ts';

/**
 * Checks an alert with the data that its viewer may see now. `memory` is that of the last check, null before the first.
 * Throws a `ReportError` if the alert cannot be checked.
 */
export async function checkAlert(
  request: EmbedRequest,
  subject: AlertSubject,
  memory: AlertMemory | null,
  now: number,
): Promise<{ readonly memory: AlertMemory; readonly event: AlertEvent | null }> {
  const measured = await measureAlert(request, subject);
  const { condition, periods, rights, of } = measured;
  const known = memoryOf(memory, of);
  const period = periods?.lastComplete(now);
  // Whoever may see no rows, or a tile without a complete period, says nothing about the data.
  if (rights === null || (periods && period === undefined))
    return { memory: known ?? { version: 1, of, rights, members: {} }, event: null };
  const values = valuesAt(measured, period, now);
  const { changes, members } = evaluateAlert({ condition, values, memory: known, rights, now });
  return {
    memory: { version: 1, of, rights, members },
    event: changes.length === 0 ? null : { version: 1, of, rights, changes },
  };
}

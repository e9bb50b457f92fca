import { createHash } from 'node:crypto';

/** The id of an event that counts what is the same within a minute: it is the same on every node. */
export function minuteId(started: number, same: readonly (string | null)[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([started, ...same]))
    .digest('hex');
  const time = started.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-8${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}

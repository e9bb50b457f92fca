import { time } from '../../platform/http/show.ts';
import type { AuditEventRow } from '../../platform/store/schema.ts';

/** An audit event as the API returns it. */
export function showEvent(event: AuditEventRow) {
  return {
    id: event.id,
    at: time(event.at),
    action: event.action,
    outcome: event.outcome,
    actor: event.actor,
    target: event.target,
    reason: event.reason,
    count: event.count,
    requestId: event.request_id,
    ip: event.ip,
    details: event.details === null ? null : JSON.parse(event.details),
  };
}

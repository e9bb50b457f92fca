import type { AuditEvent } from '@inlay/protocol/audit-event';
import { csvLine } from '../../platform/render/csv-line.ts';
import type { AuditEventRow } from '../../platform/store/schema.ts';
import { isoTime } from '../../platform/time/time.ts';

export function toEventDto(event: AuditEventRow): AuditEvent {
  return {
    id: event.id,
    at: isoTime(event.at),
    action: event.action,
    outcome: event.outcome,
    actor: event.actor,
    target: event.target,
    reason: event.reason,
    count: event.count,
    rows: event.row_count,
    requestId: event.request_id,
    ip: event.ip,
    details: event.details === null ? null : JSON.parse(event.details),
  };
}

const COLUMNS = [
  'id',
  'at',
  'action',
  'outcome',
  'actor',
  'target',
  'reason',
  'count',
  'rows',
  'requestId',
  'ip',
  'details',
] as const satisfies readonly (keyof AuditEvent)[];

export const EVENT_CSV_HEADER = csvLine(COLUMNS);

export function eventCsvLine(event: AuditEventRow): string {
  const dto = { ...toEventDto(event), details: event.details };
  return csvLine(COLUMNS.map((column) => dto[column] ?? ''));
}

/** The public module of this feature. */
export type { DataAccess } from './access-log.ts';
export {
  type AuditEvent,
  countRefusal,
  EVENT_COLUMNS,
  eventRow,
  insertEvents,
  recordEvent,
  writeRecorded,
} from './record-event.ts';

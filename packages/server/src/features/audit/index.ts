/** What other features may use of this one. */
export { EVENT_COLUMNS, insertEvents } from './insert-events.ts';
export { type AuditEvent, countRefusal, eventRow, recordEvent } from './record-event.ts';
export { writeRecorded } from './write-recorded.ts';

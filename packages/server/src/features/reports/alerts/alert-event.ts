import type { AlertChange } from './evaluate-alert.ts';

/** What a message is about, as JSON. It has no values: those of the message are of the moment when it is sent. */
export interface AlertEvent {
  readonly version: 1;
  /** Fingerprints, as in `AlertMemory`. */
  readonly of: string;
  readonly rights: string;
  readonly changes: readonly AlertChange[];
}

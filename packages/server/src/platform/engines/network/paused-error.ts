import { EngineError } from '../engine-error.ts';

/** A database ended the process that talks to it twice in a row, so nothing is sent to it for a while. */
export class PausedError extends EngineError {
  readonly retryAfterSeconds: number;

  constructor(pauseMs: number, detail?: string) {
    super('CONNECTION_PAUSED', detail === undefined ? {} : { detail });
    this.retryAfterSeconds = Math.max(1, Math.ceil(pauseMs / 1000));
  }
}

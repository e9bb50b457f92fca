import { EngineError, type EngineErrorCode } from '../engine-error.ts';

/** How a process ended: it did not start, used too much memory, stopped responding, crashed, or was killed. */
export type LossReason = 'start' | 'memory' | 'silence' | 'crash' | 'kill';

const CODES: Readonly<Record<LossReason, EngineErrorCode>> = {
  start: 'TOO_BUSY',
  memory: 'OUT_OF_MEMORY',
  silence: 'CRASHED',
  crash: 'CRASHED',
  kill: 'CONNECTION_LOST',
};

/** The process ended under a job. */
export class ProcessLostError extends EngineError {
  readonly reason: LossReason;
  /** No other job ran in it, so none of them can be the reason. */
  readonly wasAlone: boolean;

  constructor(reason: LossReason, wasAlone: boolean, detail: string) {
    super(CODES[reason], { detail });
    this.reason = reason;
    this.wasAlone = wasAlone;
  }
}

import type { Cell } from '@inlay/protocol/result';
import type { EngineErrorCode } from '../engine-error.ts';

/** Something that a process is asked to do. */
export interface AnyJob {
  readonly kind: string;
}

export type JobOfKind<Job extends AnyJob, Kind extends Job['kind']> = Extract<Job, { kind: Kind }>;

/** What each kind of job returns. */
export type ResultsOf<Job extends AnyJob> = Readonly<Record<Job['kind'], unknown>>;

/** Cells by column, then by row. */
export type Batch = readonly (readonly Cell[])[];

export type ToProcess<Job extends AnyJob, Start, Note> =
  | { readonly kind: 'start'; readonly processMb: number; readonly start: Start }
  | { readonly kind: 'run'; readonly id: number; readonly job: Job }
  | { readonly kind: 'stop'; readonly id: number }
  /** Has no response. */
  | { readonly kind: 'note'; readonly note: Note }
  | { readonly kind: 'ping' };

export type FromProcess<Result> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'batch'; readonly id: number; readonly values: Batch }
  /** How much of a job is done, from 0 to 1. */
  | { readonly kind: 'progress'; readonly id: number; readonly share: number }
  | { readonly kind: 'done'; readonly id: number; readonly result: Result }
  | { readonly kind: 'failed'; readonly id: number; readonly error: SentError }
  | { readonly kind: 'overMemory' }
  | { readonly kind: 'pong' };

/** A serialized `EngineError`. */
export interface SentError {
  readonly code: EngineErrorCode;
  readonly message: string;
  readonly detail: string | undefined;
  readonly column: string | undefined;
}

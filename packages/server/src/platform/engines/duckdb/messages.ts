import type { EngineColumn, QueryLimits, Statement, TableDescription } from '../engine.ts';
import type { SentResult } from '../process/join-batches.ts';

/** Resource limits of one child process. */
export interface ChildResources {
  /** DuckDB's own limit: beyond it a query spills to disk, or ends. */
  readonly memoryMb: number;
  /** The whole process: beyond it the child is killed. */
  readonly processMb: number;
  readonly threads: number;
  /** Disk space for queries that exceed their memory. */
  readonly spillMb: number;
}

/** The one folder that a child serves for its whole life. */
export interface OpenFolder extends ChildResources {
  readonly folder: string;
}

export interface JobResources {
  readonly memoryMb: number;
  readonly threads: number;
}

export type Job =
  | { readonly kind: 'query'; readonly statement: Statement; readonly limits: QueryLimits }
  | { readonly kind: 'describeStatement'; readonly statement: Statement }
  | { readonly kind: 'describe' }
  | { readonly kind: 'test' }
  | {
      readonly kind: 'import';
      readonly source: string;
      readonly target: string;
      readonly resources: JobResources;
    }
  | {
      readonly kind: 'generate';
      readonly script: string;
      readonly outputs: readonly { readonly table: string; readonly path: string }[];
      readonly resources: JobResources;
    };

export type JobOf<Kind extends Job['kind']> = Extract<Job, { kind: Kind }>;

export interface JobResults {
  /** Values of a query are sent in batches, the last one with the result. */
  readonly query: SentResult;
  readonly describeStatement: readonly EngineColumn[];
  readonly describe: readonly TableDescription[];
  readonly test: null;
  readonly import: number;
  readonly generate: null;
}

import { createTaskThread, type TaskThread } from '../../../platform/concurrency/task-thread.ts';
import type { Time } from '../../../platform/time/time.ts';
import { ProviderFault } from '../accounts/provider-fault.ts';
import type { SignatureTask, VerifiedSignatures } from './verify-signature-worker.ts';

/** Verifies signatures of responses, on a thread of its own, where tenants take turns: crafted documents take minutes. */
export type SamlSignatures = TaskThread<SignatureTask, VerifiedSignatures>;

interface Limits {
  readonly timeoutMs: number;
}

export const createSamlSignatures = (
  time: Time,
  { timeoutMs }: Limits = { timeoutMs: 20_000 },
): SamlSignatures =>
  createTaskThread({
    time,
    file: new URL('./verify-signature-worker.ts', import.meta.url),
    maxMemoryMb: 256,
    timeoutMs,
    idleMs: 60_000,
    maxWaiting: 50,
    maxWaitMs: 60_000,
    failure: (detail) =>
      new ProviderFault(
        'response',
        'unavailable',
        'The signature could not be verified within the time and memory for it. Try again.',
        {
          cause: new Error(detail),
        },
      ),
  });

import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { EngineError, type EngineErrorCode } from '../../../src/platform/engines/engine-error.ts';

/** Fails unless the attempt is rejected with an `EngineError` of this code, which it answers. */
export async function rejectsWith(code: EngineErrorCode, attempt: Promise<unknown>): Promise<EngineError> {
  const error = await attempt.then(
    () => assert.fail(`expected ${code}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof EngineError, inspect(error));
  assert.equal(error.code, code, inspect(error));
  return error;
}

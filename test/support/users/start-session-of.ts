import assert from 'node:assert/strict';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { type SignIn, startSession } from '@inlay/server/features/sessions/start-session';
import { OPERATOR } from '@inlay/server/platform/identity/acting';
import type { InlayInUse } from '../server/use-inlay.ts';

type Proof = Pick<SignIn, 'method'> & Partial<SignIn>;

/** Starts a session of the tenant `demo` as if the user had signed in this way. Returns its token. */
export async function startSessionOf(
  inlay: InlayInUse,
  { id }: { readonly id: string },
  proof: Proof,
): Promise<string> {
  const start = await inlay.running.services.store.write((transaction) =>
    startSession(
      transaction,
      'demo' as TenantId,
      { userId: id, secondFactor: false, userAgent: undefined, ...proof },
      { now: inlay.now(), caller: OPERATOR },
    ),
  );
  assert.ok('token' in start, JSON.stringify(start));
  return start.token;
}

import type { SecondFactor, SecondFactorProof } from '@inlay/protocol/second-factor';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import type { Account, Outcome } from './attempt-factor.ts';
import { type Ceremony, takeChallenge } from './challenges.ts';
import { findPasskey, notePasskeyUse } from './passkeys.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { useTotpCode } from './totp-secrets.ts';
import {
  claimedCredential,
  type PasskeySite,
  type VerifiedAssertion,
  verifyAssertion,
  type WebAuthnJson,
} from './webauthn.ts';

/** A proof whose expensive part is done: a transaction must do nothing but query. */
export type CheckedProof =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly assertion: VerifiedAssertion | { readonly refused: string } };

/** Verifies the signature, if the proof is one of a passkey of this account. */
export async function checkSignature(
  { store }: Pick<Services, 'store'>,
  site: PasskeySite,
  { tenantId, userId }: Account,
  proof: SecondFactorProof,
): Promise<CheckedProof> {
  if (!('response' in proof)) return proof;
  const passkey = await findClaimed(store, { tenantId, userId }, proof.response);
  if (!passkey) return { assertion: { refused: 'no passkey of this account' } };
  return {
    assertion: await verifyAssertion(site, proof.response, passkey, { requireUserVerification: false }),
  };
}

async function findClaimed(queries: Queries, { tenantId, userId }: Account, response: WebAuthnJson) {
  const claimed = claimedCredential(response);
  const passkey = claimed && (await findPasskey(queries, tenantId, claimed.id));
  return passkey?.user_id === userId ? passkey : undefined;
}

/** Uses the factor up, if the proof is right, and returns which it was. */
export async function consumeProof(
  services: Pick<Services, 'vault'>,
  transaction: Queries,
  {
    account,
    proof,
    ceremony,
  }: { readonly account: Account; readonly proof: CheckedProof; readonly ceremony: Ceremony },
  now: number,
): Promise<Outcome<SecondFactor>> {
  const { vault } = services;
  if ('code' in proof) {
    const isRight = await useTotpCode(vault, transaction, account, { code: proof.code, now });
    return isRight ? { done: 'totp' } : { wrong: { field: 'code' } };
  }
  if ('recoveryCode' in proof) {
    const isRight = await useRecoveryCode(vault, transaction, account, proof.recoveryCode);
    return isRight ? { done: 'recovery-code' } : { wrong: { field: 'recoveryCode' } };
  }
  const { assertion } = proof;
  const wrong = (detail: string) => ({ wrong: { field: 'response', detail } }) as const;
  if ('refused' in assertion) return wrong(assertion.refused);
  const { challenge } = assertion;
  if (!(await takeChallenge(services, transaction, { ceremony, challenge, owner: account }, now)))
    return wrong('the challenge was answered before, has expired or is for somebody else');
  if (!(await notePasskeyUse(transaction, account, assertion, now)))
    return wrong('the passkey was removed, or its counter did not increase');
  return { done: 'passkey' };
}

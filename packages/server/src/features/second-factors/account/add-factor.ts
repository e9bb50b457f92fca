import { recordEvent } from '../../../platform/audit/record-event.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/identity/acting.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { queueNotice } from '../../mail/index.ts';
import type { Account, AccountRow, Outcome } from '../factors/attempt-factor.ts';
import { takeChallenge } from '../factors/challenges.ts';
import { insertPasskey } from '../factors/passkeys.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from '../factors/recovery-codes.ts';
import { confirmTotpSecret } from '../factors/totp-secrets.ts';
import {
  type NewCredential,
  type PasskeySite,
  verifyRegistration,
  type WebAuthnJson,
} from '../factors/webauthn.ts';

type AddServices = Pick<Services, 'config' | 'vault'>;

/** Who adds a factor. The user is locked. */
interface Adding {
  readonly account: Account;
  readonly user: AccountRow;
  readonly caller: Caller;
}

export interface CheckedPasskey {
  readonly name: string;
  readonly challenge: string;
  readonly credential: NewCredential;
}

/** The part of adding a passkey that needs no store. */
export async function checkNewPasskey(
  site: PasskeySite,
  { name, response }: { readonly name: string; readonly response: WebAuthnJson },
): Promise<CheckedPasskey> {
  const verdict = await verifyRegistration(site, response);
  if ('refused' in verdict) throw passkeyRefused(verdict.refused);
  return { name: name.toWellFormed(), ...verdict };
}

/** Returns the recovery codes, if the account has had none. */
export async function addPasskey(
  services: AddServices,
  transaction: Queries,
  { name, challenge, credential, ...adding }: Adding & CheckedPasskey,
  now: number,
): Promise<readonly string[]> {
  const { account } = adding;
  const ceremony = { ceremony: 'registration', challenge, owner: account } as const;
  if (!(await takeChallenge(services, transaction, ceremony, now)))
    throw passkeyRefused('the challenge was answered before, has expired or is for somebody else');
  await insertPasskey(transaction, account, { name, credential }, now);
  return completeFactor(services, transaction, { ...adding, factor: 'passkey' }, now);
}

/** The same for the authenticator app whose first code was typed. */
export async function addTotp(
  services: AddServices,
  transaction: Queries,
  { code, ...adding }: Adding & { readonly code: string },
  now: number,
): Promise<Outcome<readonly string[]>> {
  if (!(await confirmTotpSecret(services.vault, transaction, adding.account, { code, now })))
    return { wrong: { field: 'code' } };
  return { done: await completeFactor(services, transaction, { ...adding, factor: 'totp' }, now) };
}

async function completeFactor(
  services: AddServices,
  transaction: Queries,
  { account, user, caller, factor }: Adding & { readonly factor: 'passkey' | 'totp' },
  now: number,
): Promise<readonly string[]> {
  const { tenantId } = account;
  await recordEvent(transaction, tenantId, now, caller, {
    action: 'second-factor.add',
    actor: user.username,
    target: user.username,
    details: { factor },
  });
  const about = { notice: 'second-factor-added', user, caller } as const;
  await queueNotice(services, transaction, tenantId, about, now);
  const left = await countRecoveryCodes(transaction, account);
  return left > 0 ? [] : replaceRecoveryCodes(services.vault, transaction, account);
}

const passkeyRefused = (detail: string) =>
  new AppError('REQUEST_INVALID', {
    message: 'This passkey could not be added. Try again, or use another device.',
    details: [{ path: '/response', problem: 'could not be verified' }],
    detail,
  });

import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../platform/audit/record-event.ts';
import { AppError, fieldsInvalid } from '../../platform/errors.ts';
import type { Caller } from '../../platform/identity/acting.ts';
import { turnOfUser } from '../../platform/identity/hashing-turns.ts';
import { revokeLoginsOf } from '../../platform/identity/login-tokens.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { queueNotice } from '../mail/index.ts';
import { passwordProblem } from '../users/index.ts';
import { endPasswordLinks, type FoundLink, findPasswordLink, takePasswordLink } from './password-links.ts';

type PasswordServices = Pick<Services, 'store' | 'time' | 'passwords' | 'vault' | 'config' | 'refusals'>;

/** Whom a link is for, without ending it. */
export async function readLink(
  services: PasswordServices,
  tenantId: TenantId,
  token: string,
): Promise<FoundLink> {
  const { store, time, vault, refusals } = services;
  const link = await findPasswordLink(vault, store, tenantId, token, time.now());
  if (link) return link;
  refusals.count(tenantId, time.now(), { action: 'user.set-password', reason: 'invalid link' });
  throw linkOver();
}

/** One sentence for every reason, so that nobody learns which links there were. */
const linkOver = () =>
  new AppError('NOT_FOUND', {
    message: 'This link has expired, was used already, or was replaced by a newer one. Request a new one.',
  });

/** Sets the password of the user whom the link is for, and ends the link and all sessions. Signs nobody in. */
export async function setPassword(
  services: PasswordServices,
  tenantId: TenantId,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
  caller: Caller,
): Promise<void> {
  const { store, time, passwords } = services;
  // Hashing is expensive: only who has a link can ask for it.
  const { user } = await readLink(services, tenantId, token);
  const problem = passwordProblem(newPassword);
  if (problem) throw fieldsInvalid([{ path: '/newPassword', problem }]);
  const passwordHash = await passwords.hash(newPassword, turnOfUser(tenantId, user.username));
  await store.write(async (transaction) => {
    const now = time.now();
    const link = await takePasswordLink(services.vault, transaction, tenantId, token, now);
    if (!link) throw linkOver();
    await storePassword(services, transaction, { link, passwordHash, caller }, now);
  });
}

async function storePassword(
  services: PasswordServices,
  transaction: Queries,
  {
    link: { user, purpose },
    passwordHash,
    caller,
  }: { readonly link: FoundLink; readonly passwordHash: string; readonly caller: Caller },
  now: number,
): Promise<void> {
  const { tenant_id, id, username } = user;
  const { numUpdatedRows } = await transaction
    .tenant(tenant_id)
    .update('users', { password_hash: passwordHash, updated_at: now })
    .where('id', '=', id)
    // The link is for this state of the user, which another transaction may have changed meanwhile.
    .where('password_hash', user.password_hash === null ? 'is' : '=', user.password_hash)
    .where('email', user.email === null ? 'is' : '=', user.email)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw linkOver();
  await revokeLoginsOf(transaction, tenant_id, id);
  await endPasswordLinks(transaction, tenant_id, id);
  await recordEvent(transaction, tenant_id, now, caller, {
    action: 'user.set-password',
    actor: username,
    target: username,
    details: { by: purpose },
  });
  const about = { notice: 'password-changed', user, caller } as const;
  if (purpose === 'reset') await queueNotice(services, transaction, tenant_id, about, now);
}

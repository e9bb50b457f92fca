import type { SentLink } from '@inlay/protocol/password-link';
import { recordEvent } from '../../platform/audit/record-event.ts';
import { AppError } from '../../platform/errors.ts';
import type { TenantRow } from '../../platform/store/schema.ts';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import { canSendTo } from '../mail/index.ts';
import { findUser, refuseBeyond, type UserManager, type UserWithGroups } from '../users/index.ts';
import { enqueueLink, linkAddress } from './link-mail.ts';
import { arePasswordsAllowed, createPasswordLink, type LinkPurpose } from './password-links.ts';

type LinkServices = Pick<Services, 'store' | 'time' | 'vault' | 'config'>;

/**
 * Sends a user a link to set a password. Returns the link itself only where no email can be sent to the user, and never to
 * somebody who could not set that user's password.
 */
export async function sendLink(
  services: LinkServices,
  tenant: TenantRow,
  { userId, purpose }: { readonly userId: string; readonly purpose: LinkPurpose },
  manager: UserManager,
): Promise<SentLink> {
  const { store, time, vault, config } = services;
  const { actor, caller } = manager;
  return store.write(async (transaction) => {
    const now = time.now();
    const user = await findUser(transaction, tenant.id, userId);
    if (!user) throw new AppError('NOT_FOUND', { message: 'User not found. Check the id.' });
    refuseBeyond(user.admin_role, manager);
    refuseUseless(user, purpose);
    if (!(await arePasswordsAllowed(transaction, tenant.id)))
      throw conflict('Passwords are switched off in the sign-in settings, so nobody can set one.');
    const { token, expiresAt } = await createPasswordLink(vault, transaction, user, purpose, now);
    const link = linkAddress(tenant, config, token);
    const { email } = user;
    const sent = email !== null && (await canSendTo(services, transaction, tenant.id, email));
    if (sent) await enqueueLink(services, transaction, { ...user, email }, { purpose, link, expiresAt }, now);
    await recordEvent(transaction, tenant.id, now, caller, {
      action: purpose === 'invitation' ? 'user.invite' : 'user.send-password-reset',
      actor,
      target: user.username,
      details: { sent },
    });
    return { sent, link: sent ? null : link, expiresAt: isoTime(expiresAt) };
  });
}

function refuseUseless({ status, password_hash }: UserWithGroups, purpose: LinkPurpose): void {
  if (status !== 'active') throw conflict('This user is disabled. Enable the user first.');
  // An invitation is valid for days, too long for an account that is in use.
  if (purpose === 'invitation' && password_hash !== null)
    throw conflict('This user has a password already. Send a password reset instead.');
}

const conflict = (message: string) => new AppError('CONFLICT', { message });

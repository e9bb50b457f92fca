import { recordEvent } from '../../../platform/audit/record-event.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/identity/acting.ts';
import type { Queries } from '../../../platform/store/store.ts';
import {
  addUser,
  applyUserChange,
  lockedUser,
  type NotifyUser,
  type UserManager,
  type UserWithGroups,
  userFields,
  userProblems,
} from '../../users/index.ts';
import type { Provider } from '../settings/providers.ts';
import { type AccountDecision, decideAccount, subjectOf } from './decide-account.ts';
import type { Identity } from './identity.ts';
import { insertLink } from './identity-links.ts';
import type { MappedClaims } from './map-claims.ts';
import { SignInRefused } from './sign-in-refused.ts';

export interface AccountUse {
  readonly provider: Pick<Provider, 'tenantId' | 'id' | 'settings'>;
  readonly identity: Identity;
  /** The id of the user in whose session the sign-in began. */
  readonly signedIn: string | undefined;
  readonly caller: Caller;
  readonly notify: NotifyUser;
  readonly now: number;
}

/** Finds, links or creates the account of somebody who signs in, and gives it what the claims decide. */
export async function useAccount(transaction: Queries, use: AccountUse): Promise<UserWithGroups> {
  const { provider, identity, signedIn } = use;
  const decision = await decideAccount(transaction, provider, identity, signedIn);
  try {
    return await applyDecision(transaction, decision, use);
  } catch (error) {
    // Such as the last owner, who would lose the role.
    if (error instanceof AppError && error.statusCode < 500)
      throw new SignInRefused('misconfigured', error.message, { cause: error });
    throw error;
  }
}

async function applyDecision(
  transaction: Queries,
  decision: AccountDecision,
  use: AccountUse,
): Promise<UserWithGroups> {
  const { provider, identity, caller, now } = use;
  const { tenantId } = provider;
  if (decision.outcome === 'is created') {
    const user = await createAccount(transaction, decision, use);
    await linkAccount(transaction, user, use);
    return user;
  }
  const user = await lockedUser(transaction, tenantId, decision.user.id);
  requireAsDecided(user, decision.user);
  if (decision.outcome === 'is linked') {
    await linkAccount(transaction, user, use);
    await recordEvent(transaction, tenantId, now, caller, {
      action: 'identity-provider.link',
      actor: actorOf(provider),
      target: user.username,
      details: { provider: provider.id, subject: identity.subject },
    });
  }
  return applyMapped(transaction, user, decision.mapped, use);
}

/** What the decision relied on may have changed before the account was locked. */
function requireAsDecided(locked: UserWithGroups, decided: UserWithGroups): void {
  if (locked.admin_role !== decided.admin_role || locked.email !== decided.email)
    throw new SignInRefused('expired', 'The account changed during the sign-in.');
}

function createAccount(
  transaction: Queries,
  { username, mapped }: Extract<AccountDecision, { outcome: 'is created' }>,
  { provider, identity: { email, firstName, lastName }, caller, now }: AccountUse,
): Promise<UserWithGroups> {
  const profile = fitting({ username, email, firstName, lastName });
  const manager = managerFor(provider, caller);
  return addUser(transaction, provider.tenantId, { ...profile, ...mapped }, { manager, now });
}

/** Without what the provider sends and no account can have. The username was checked. */
function fitting<Profile extends { readonly username: string }>(profile: Profile): Profile {
  const wrong = userProblems(profile).map(({ field }) => [field, null]);
  return { ...profile, ...Object.fromEntries(wrong) };
}

async function linkAccount(
  transaction: Queries,
  user: UserWithGroups,
  { provider, identity, now }: AccountUse,
): Promise<void> {
  if (!(await insertLink(transaction, subjectOf(provider, identity), user.id, now)))
    throw new SignInRefused('not-linked', `The account “${user.username}” was linked at the same time.`);
}

/** Only what differs is written: a changed role ends the other sessions of the account. */
async function applyMapped(
  transaction: Queries,
  user: UserWithGroups,
  mapped: MappedClaims,
  { provider, caller, notify, now }: AccountUse,
): Promise<UserWithGroups> {
  const before = userFields(user);
  const differs = ([field, value]: [string, unknown]) =>
    JSON.stringify(before[field as keyof MappedClaims]) !== JSON.stringify(value);
  const hashed: MappedClaims = Object.fromEntries(Object.entries(mapped).filter(differs));
  const fields = Object.keys(hashed);
  if (fields.length === 0) return user;
  const manager = managerFor(provider, caller);
  return applyUserChange(transaction, { user, hashed, fields, manager, notify, now });
}

/** Owners wrote the rules, so they may give every role. */
const managerFor = (provider: AccountUse['provider'], caller: Caller): UserManager => ({
  actor: actorOf(provider),
  caller,
  usualRole: 'administrator',
  manages: () => true,
});

/** The actor is the provider, not the person. */
export const actorOf = ({ id }: { readonly id: string }): string => `identity provider ${id}`;

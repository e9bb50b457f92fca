import type { AdminRole } from '@inlay/protocol/admin-role';
import type { Queries } from '../../../platform/store/store.ts';
import {
  existingNamed,
  findUser,
  findUserByUsername,
  type UserWithGroups,
  userProblems,
} from '../../users/index.ts';
import type { Provider } from '../settings/providers.ts';
import { findByEmail } from './find-by-email.ts';
import type { Identity } from './identity.ts';
import { hasLink, linkedUser, type ProviderSubject } from './identity-links.ts';
import { type MappedClaims, mapClaims } from './map-claims.ts';
import { readClaim } from './read-claim.ts';
import { SignInRefused } from './sign-in-refused.ts';

/** Which account somebody gets, and what the claims decide about it. */
export type AccountDecision =
  | {
      readonly outcome: 'signs in' | 'is linked';
      readonly user: UserWithGroups;
      readonly mapped: MappedClaims;
    }
  | { readonly outcome: 'is created'; readonly username: string; readonly mapped: MappedClaims };

/**
 * Finds the account of somebody who signs in: the one that the provider's subject is linked to; else, where owners
 * allowed it, the one with the verified email address; else, where they allowed it, a new one. Throws `SignInRefused`
 * (ADR 350).
 *
 * @param signedIn the id of the user in whose session the sign-in began
 */
export async function decideAccount(
  queries: Queries,
  provider: Pick<Provider, 'tenantId' | 'id' | 'settings'>,
  identity: Identity,
  signedIn?: string,
): Promise<AccountDecision> {
  const { settings } = provider;
  const subject = subjectOf(provider, identity);
  const mapped = await withExisting(queries, subject, mapClaims(settings, identity.claims));
  const linked = await findLinked(queries, subject);
  if (linked) return { outcome: 'signs in', user: active(linked), mapped };
  const candidate = settings.linkByEmail ? await findCandidate(queries, subject, identity.email) : undefined;
  if (candidate) {
    if (candidate.id !== signedIn) refusePrivileged(candidate, mapped.adminRole);
    return { outcome: 'is linked', user: active(candidate), mapped };
  }
  if (!settings.createUsers)
    throw new SignInRefused(
      'no-account',
      'This person has no account here, and the provider does not create accounts.',
    );
  return { outcome: 'is created', username: await freeUsername(queries, provider, identity), mapped };
}

export const subjectOf = (
  { tenantId, id }: Pick<Provider, 'tenantId' | 'id'>,
  { issuer, subject }: Identity,
): ProviderSubject => ({ tenantId, providerId: id, issuer, subject });

async function findLinked(queries: Queries, subject: ProviderSubject): Promise<UserWithGroups | undefined> {
  const userId = await linkedUser(queries, subject);
  return userId === undefined ? undefined : findUser(queries, subject.tenantId, userId);
}

function active(user: UserWithGroups): UserWithGroups {
  if (user.status === 'active') return user;
  throw new SignInRefused('deactivated', `The account “${user.username}” is deactivated.`);
}

async function findCandidate(
  queries: Queries,
  subject: ProviderSubject,
  email: string | null,
): Promise<UserWithGroups | undefined> {
  if (email === null) return undefined;
  const [first, second] = await findByEmail(queries, subject.tenantId, email);
  if (first && second)
    throw new SignInRefused(
      'not-linked',
      `Several accounts have the email address ${email}. Change all but one of them.`,
    );
  // A colleague who inherits the address must not get the account with it.
  if (first && (await hasLink(queries, subject, first.id)))
    throw new SignInRefused(
      'not-linked',
      `The account “${first.username}” has this email address, but is already linked to another person at the provider.`,
    );
  return first;
}

/**
 * An email address alone never gives a role: a person who gets the address of an administrator at the provider would get
 * the account. A rule has to give the same role by other claims, or the sign-in begins in a session of the account.
 */
function refusePrivileged(
  { username, admin_role: role }: UserWithGroups,
  mapped: AdminRole | null | undefined,
): void {
  if (role === null || role === mapped) return;
  throw new SignInRefused(
    'not-linked',
    `The account “${username}” has the role ${role}, so an email address is not enough to link it. Sign in to the account first and then with the provider, or add a role rule that gives this person the same role.`,
  );
}

/** Groups and workspaces may have been deleted since the rules were written. */
async function withExisting(
  queries: Queries,
  { tenantId }: ProviderSubject,
  mapped: MappedClaims,
): Promise<MappedClaims> {
  const { groups, workspaceId } = mapped;
  const known = groups && (await existingNamed(queries, tenantId, 'groups', groups));
  const isKnown =
    workspaceId == null || (await existingNamed(queries, tenantId, 'workspaces', [workspaceId])).size > 0;
  return {
    ...mapped,
    ...(groups && { groups: groups.filter((group) => known?.has(group)) }),
    ...(!isKnown && { workspaceId: null }),
  };
}

async function freeUsername(
  queries: Queries,
  { tenantId, settings: { usernameClaim } }: Pick<Provider, 'tenantId' | 'settings'>,
  { claims }: Identity,
): Promise<string> {
  const claim = readClaim(claims, usernameClaim);
  if (typeof claim !== 'string' || claim.trim() === '')
    throw new SignInRefused('misconfigured', missingUsername(usernameClaim));
  const username = claim.trim();
  const [problem] = userProblems({ username });
  if (problem)
    throw new SignInRefused(
      'misconfigured',
      `The claim “${usernameClaim}” cannot be a username: it ${problem.problem}.`,
    );
  if (await findUserByUsername(queries, tenantId, username))
    throw new SignInRefused('username-taken', `Another account has the username “${username}”.`);
  return username;
}

const missingUsername = (claim: string): string =>
  claim === 'email'
    ? 'The provider sent no email address that it marks as verified, so it cannot become the username. Request the scope email, or choose another claim.'
    : `The claim “${claim}” is missing or not a string, so it cannot become the username. Choose another claim, or configure the provider to include it in the ID token.`;

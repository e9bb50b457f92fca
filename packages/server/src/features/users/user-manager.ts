import { ADMIN_ROLES, type AdminRole, isAdminRole } from '@inlay/protocol/admin-role';
import type { Role } from '@inlay/protocol/user';
import type { FastifyRequest } from 'fastify';
import { insufficientScope } from '../../platform/errors.ts';
import { actingIn, principalOf } from '../../platform/http/http-app.ts';
import { type Acting, OPERATOR } from '../../platform/identity/acting.ts';
import { isAllowed } from '../../platform/identity/principal.ts';

/** Who manages users, and which of them: nobody can give a role that exceeds their own, or take over such an account (ADR 332). */
export interface UserManager extends Acting {
  /** The role of a new administrator for whom none is chosen. */
  readonly usualRole: 'owner' | 'administrator';
  manages(role: AdminRole | null): boolean;
}

export const operatorOfUsers: UserManager = {
  actor: null,
  caller: OPERATOR,
  usualRole: 'owner',
  manages: () => true,
};

export function userManagerIn(request: FastifyRequest): UserManager {
  const principal = principalOf(request);
  const own = principal.kind === 'user' ? principal.adminRole : null;
  return {
    ...actingIn(request),
    usualRole: own === 'owner' ? own : 'administrator',
    // A key that could create an administrator would live on after its end.
    manages: (role) =>
      role === null ||
      (principal.kind === 'user' &&
        (role === 'owner' ? own === 'owner' : isAllowed(principal, ADMIN_ROLES[role]))),
  };
}

/** Refuses to manage an account with this role. */
export function refuseBeyond(role: AdminRole | null, manager: UserManager): void {
  if (!manager.manages(role)) throw insufficientScope();
}

interface Standing {
  readonly roles: readonly Role[];
  readonly adminRole: AdminRole | null;
}

export const NEW_STANDING: Standing = { roles: ['USER'], adminRole: null };

type Wanted = { readonly [K in keyof Standing]?: Standing[K] | undefined };

/**
 * Completes a change: `roles` contains `ADMIN` exactly for owners and administrators. Returns undefined if the two fields
 * contradict each other.
 */
export function standingAfter(
  { roles, adminRole }: Wanted,
  before: Standing,
  usualRole: UserManager['usualRole'],
): Standing | undefined {
  if (adminRole === undefined) {
    const sent = roles ?? before.roles;
    return { roles: sent, adminRole: impliedRole(sent, before.adminRole, usualRole) };
  }
  const isAdmin = isAdminRole(adminRole);
  if (roles) return roles.includes('ADMIN') === isAdmin ? { roles, adminRole } : undefined;
  const others = before.roles.filter((role) => role !== 'ADMIN');
  if (isAdmin) return { roles: ['ADMIN', ...others], adminRole };
  return { roles: others.length > 0 ? others : ['USER'], adminRole };
}

function impliedRole(
  roles: readonly Role[],
  before: AdminRole | null,
  usualRole: UserManager['usualRole'],
): AdminRole | null {
  if (isAdminRole(before) === roles.includes('ADMIN')) return before;
  return roles.includes('ADMIN') ? usualRole : null;
}

export const CONTRADICTING_ROLES = "contradicts roles: 'ADMIN' belongs to owners and administrators only";

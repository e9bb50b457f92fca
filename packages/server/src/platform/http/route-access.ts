import type { Permission } from '@inlay/protocol/permission';

/** For users and API keys with all of these permissions. */
export const forAdmins = (...scopes: [Permission, ...Permission[]]) => ({ access: 'ADMIN', scopes }) as const;

/** For every user, as far as their privileges reach, and for API keys with all of these permissions. */
export const forUsers = (...scopes: [Permission, ...Permission[]]) => ({ access: 'USER', scopes }) as const;

/**
 * Makes a route of the above ask for a recent confirmation in the admin app, because it shows secrets or changes what
 * people sign in with (ADR 349): always, or only if one of the fields is given.
 */
export const afterConfirmation = <Access extends object>(access: Access, ...fields: string[]) =>
  ({ ...access, confirmed: fields.length === 0 || fields }) as const;

/** For people who logged in with all of these permissions; no API key can call it. */
export const forLogins = (...scopes: Permission[]) =>
  ({ access: scopes.length > 0 ? 'ADMIN' : 'USER', scopes, loginOnly: true }) as const;

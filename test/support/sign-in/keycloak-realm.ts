/** The realm of tests. */
export const REALM = 'company';

/** What somebody of the realm enters. */
export const credentialsOf = (username: string) => ({ username, password: `the password of ${username}` });

interface Membership {
  /** Roles of the realm. */
  readonly roles?: readonly string[];
  /** Paths of groups. */
  readonly groups?: readonly string[];
}

/** Somebody with an address and a name, as Keycloak imports users. */
export const keycloakUser = (username: string, { roles = [], groups = [] }: Membership = {}) => ({
  ...{ username, enabled: true, email: `${username}@company.test`, emailVerified: true },
  ...{ firstName: username.charAt(0).toUpperCase() + username.slice(1), lastName: 'Example' },
  ...{ realmRoles: roles, groups },
  credentials: [{ type: 'password', value: credentialsOf(username).password, temporary: false }],
});

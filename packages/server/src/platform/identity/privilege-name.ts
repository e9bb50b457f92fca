import type { Privilege } from '@inlay/protocol/user';

export type PrivilegeName = Exclude<Privilege, 'validator'>;

/** `validator` is another word for `validate`; each privilege once. */
export function onePrivilegeSpelling(
  privileges: Readonly<Record<string, readonly Privilege[]>>,
): Record<string, readonly PrivilegeName[]> {
  return Object.fromEntries(
    Object.entries(privileges).map(([app, names]) => [
      app,
      [...new Set(names.map((name) => (name === 'validator' ? 'validate' : name)))],
    ]),
  );
}

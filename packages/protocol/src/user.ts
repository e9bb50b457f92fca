import Type from 'typebox';
import { AdminRoleSchema } from './admin-role.ts';
import { PermissionSchema } from './permission.ts';
import { Identifier, Label, Nullable, Timestamp, type Wire } from './schema-parts.ts';

export const Role = Type.Enum(['USER', 'ADMIN'], {
  description: '`ADMIN` manages the tenant. `USER` can see content according to its privileges.',
});
export type Role = Wire<typeof Role>;

/** The specification spells the validation privilege in two ways; both are accepted, one is stored. */
export const Privilege = Type.Enum(['view', 'contribute', 'validate', 'validator'], {
  title: 'Privilege',
  description: '`validator` is an alias of `validate`.',
});

export type Privilege = Wire<typeof Privilege>;

// Only the pattern of a record's keys is validated, so it must include the length.
export const Privileges = Type.Record(
  Type.String({ pattern: '^[^]{1,128}$' }),
  Type.Array(Privilege, { maxItems: 8 }),
  {
    description: 'Privileges by app identifier.',
    examples: [{ 'sales-app': ['view', 'contribute'] }],
    maxProperties: 1000,
    additionalProperties: false,
  },
);

const Attributes = Type.Record(Type.String({ pattern: '^[^]{0,128}$' }), Type.Unknown(), {
  description: 'Custom values for row rules and queries.',
  examples: [{ region: 'EMEA' }],
  maxProperties: 200,
  additionalProperties: false,
});

const status = Type.Enum(['active', 'disabled']);

const fields = {
  username: Type.String({
    minLength: 1,
    maxLength: 256,
    pattern: '^\\s*[^\\s\\u0000][^\\u0000]*$',
    'x-problem': 'must be 1 to 256 characters, not only blanks, without U+0000',
    examples: ['ann@example.com'],
  }),
  email: Nullable(
    Type.String({
      maxLength: 320,
      pattern: '^[^\\s@\\u0000]+@[^\\s@\\u0000]+$',
      'x-problem': 'must be an email address',
      examples: ['ann@example.com'],
    }),
  ),
  firstName: Nullable(Label()),
  lastName: Nullable(Label()),
  roles: Type.Array(Role, { minItems: 1, maxItems: 2, uniqueItems: true }),
  adminRole: AdminRoleSchema,
  groups: Type.Array(Identifier, { maxItems: 200, uniqueItems: true, examples: [['sales-emea']] }),
  privileges: Privileges,
  attributes: Attributes,
  workspaceId: Nullable(Identifier),
  status,
};

const password = Type.String({
  description: '8 to 256 characters. Stored only as an argon2id hash.',
  writeOnly: true,
});

/** A user as the API returns it, without hashes and secrets. */
export const User = Type.Object(
  {
    id: Type.String({ examples: ['019b7d2a-4f6a-7c21-9b1d-5e0f2a7c8d34'] }),
    ...fields,
    lastLoginAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'User' },
);
export type User = Wire<typeof User>;

/** The user of the session, with the tenant of the address. */
export const CurrentUser = Type.Object(
  {
    ...User.properties,
    permissions: Type.Array(PermissionSchema, { description: 'What the role of the user allows.' }),
    tenant: Type.Object({ id: Type.String(), name: Type.String() }, { title: 'OwnTenant' }),
  },
  { title: 'CurrentUser' },
);
export type CurrentUser = Wire<typeof CurrentUser>;

export const NewUser = Type.Object(
  { username: fields.username, ...optional(fields), password: Type.Optional(password) },
  { additionalProperties: false, title: 'NewUser' },
);
export type NewUser = Wire<typeof NewUser>;

export const OwnPasswordChange = Type.Object(
  { currentPassword: Type.String(), newPassword: Type.String() },
  { additionalProperties: false, title: 'OwnPasswordChange' },
);

/** A line of an import file. Passwords may be hashed already, since hashing a million takes hours. */
export const ImportedUser = Type.Object(
  { ...NewUser.properties, passwordHash: Type.Optional(Type.String()) },
  { additionalProperties: false, title: 'ImportedUser' },
);
export type ImportedUser = Wire<typeof ImportedUser>;

export const UserChange = Type.Object(
  { username: Type.Optional(fields.username), ...optional(fields), password: Type.Optional(password) },
  { additionalProperties: false, minProperties: 1, title: 'UserChange' },
);
export type UserChange = Wire<typeof UserChange>;

export const UserImportSchema = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum(['staging', 'done', 'abandoned'], {
      description:
        '`staging` means in progress: the users do not exist yet. `abandoned` imports ended early and are removed from the list soon.',
    }),
    users: Type.Integer({ description: 'Users read so far; all of them if `state` is `done`.' }),
    startedAt: Timestamp,
  },
  { title: 'ListedUserImport' },
);
export type UserImport = Wire<typeof UserImportSchema>;

function optional(all: typeof fields) {
  return {
    email: Type.Optional(all.email),
    firstName: Type.Optional(all.firstName),
    lastName: Type.Optional(all.lastName),
    roles: Type.Optional(all.roles),
    adminRole: Type.Optional(all.adminRole),
    groups: Type.Optional(all.groups),
    privileges: Type.Optional(all.privileges),
    attributes: Type.Optional(all.attributes),
    workspaceId: Type.Optional(all.workspaceId),
    status: Type.Optional(all.status),
  };
}

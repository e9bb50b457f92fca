import Type, { type Static } from 'typebox';
import { Identifier, Nullable, Timestamp } from './schema-parts.ts';

export const Role = Type.Enum(['USER', 'ADMIN'], {
  description: '`ADMIN` manages the tenant; `USER` reads what it has privileges on.',
});
export type Role = Static<typeof Role>;

/** The validation privilege has two spellings in the specification; both are read, one is kept. */
export const Privilege = Type.Enum(['view', 'contribute', 'validate', 'validator'], {
  description: '`validator` is read as `validate`.',
});

export type Privilege = Static<typeof Privilege>;

export const Privileges = Type.Record(
  Type.String({ minLength: 1, maxLength: 128 }),
  Type.Array(Privilege, { maxItems: 8 }),
  {
    description: 'What the user may do, by app identifier.',
    maxProperties: 1000,
  },
);

const Attributes = Type.Record(Type.String({ maxLength: 128 }), Type.Unknown(), {
  description: 'Free values for row rules and queries.',
  maxProperties: 200,
});

const status = Type.Enum(['active', 'disabled']);

/** PostgreSQL keeps no NUL in a text. */
const personName = Type.String({
  maxLength: 256,
  pattern: '^[^\\u0000]*$',
  'x-problem': 'must be at most 256 characters without NUL',
});

const fields = {
  username: Type.String({
    minLength: 1,
    maxLength: 256,
    pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
    'x-problem': 'must be 1 to 256 characters, not all blank and without NUL',
  }),
  email: Nullable(
    Type.String({
      maxLength: 320,
      pattern: '^[^\\s@\\u0000]+@[^\\s@\\u0000]+$',
      'x-problem': 'must be an e-mail address',
    }),
  ),
  firstName: Nullable(personName),
  lastName: Nullable(personName),
  roles: Type.Array(Role, { minItems: 1, maxItems: 2, uniqueItems: true }),
  groups: Type.Array(Identifier, { maxItems: 200, uniqueItems: true }),
  privileges: Privileges,
  attributes: Attributes,
  workspaceId: Nullable(Identifier),
  status,
};

const password = Type.String({
  description: '8 to 256 characters, any of them. Kept only as an argon2id hash.',
  writeOnly: true,
});

/** A user as the API shows it: never a hash or a secret. */
export const User = Type.Object(
  {
    id: Type.String(),
    ...fields,
    lastLoginAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'User' },
);
export type User = Static<typeof User>;

export const NewUser = Type.Object(
  { username: fields.username, ...optional(fields), password: Type.Optional(password) },
  { additionalProperties: false, title: 'NewUser' },
);
export type NewUser = Static<typeof NewUser>;

/** A line of an import file: passwords may come as they are kept, since hashing a million takes hours. */
export const ImportedUser = Type.Object(
  { ...NewUser.properties, passwordHash: Type.Optional(Type.String()) },
  { additionalProperties: false, title: 'ImportedUser' },
);
export type ImportedUser = Static<typeof ImportedUser>;

export const UserChange = Type.Object(
  { username: Type.Optional(fields.username), ...optional(fields), password: Type.Optional(password) },
  { additionalProperties: false, minProperties: 1, title: 'UserChange' },
);
export type UserChange = Static<typeof UserChange>;

function optional(all: typeof fields) {
  return {
    email: Type.Optional(all.email),
    firstName: Type.Optional(all.firstName),
    lastName: Type.Optional(all.lastName),
    roles: Type.Optional(all.roles),
    groups: Type.Optional(all.groups),
    privileges: Type.Optional(all.privileges),
    attributes: Type.Optional(all.attributes),
    workspaceId: Type.Optional(all.workspaceId),
    status: Type.Optional(all.status),
  };
}

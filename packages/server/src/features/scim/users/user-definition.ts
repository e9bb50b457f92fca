import { type AdminRole, ALL_ADMIN_ROLES } from '@inlay/protocol/admin-role';
import {
  type Attribute,
  complex,
  flag,
  type ResourceDefinition,
  reference,
  type Schema,
  text,
} from '../protocol/attribute.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Attributes of the enterprise extension (RFC 7643 §4.3), which are attributes of the user for row rules. */
export const ENTERPRISE_ATTRIBUTES = [
  'employeeNumber',
  'costCenter',
  'organization',
  'division',
  'department',
] as const;

/** A user has one email address and one role, which are the primary ones. */
const primary = () =>
  flag('primary', 'Whether this is the value that is stored. It is always true in responses.', {
    canonicalValues: ['true'],
  });

const attributes: readonly Attribute[] = [
  text('userName', 'Name that the user signs in with. Unique in the tenant.', {
    required: true,
    uniqueness: 'server',
  }),
  complex('name', 'The components of the name.', [
    text('givenName', 'First name.'),
    text('familyName', 'Last name.'),
  ]),
  text('displayName', 'First and last name, or else the username.', { mutability: 'readOnly' }),
  complex(
    'emails',
    'The email address: the primary one, or else the first.',
    [
      text('value', 'The address.'),
      text('type', 'What the address is for.', { canonicalValues: ['work'] }),
      primary(),
    ],
    { multiValued: true },
  ),
  flag('active', 'Whether the user can sign in. Deactivating a user ends all sessions at once.', {
    required: true,
  }),
  complex(
    'groups',
    'The groups of the user. They are changed in the groups.',
    [
      text('value', 'Id of the group.', { mutability: 'readOnly' }),
      reference('$ref', 'Address of the group.', { mutability: 'readOnly', referenceTypes: ['Group'] }),
      text('display', 'Name of the group.', { mutability: 'readOnly' }),
      text('type', 'Always direct.', { mutability: 'readOnly', canonicalValues: ['direct'] }),
    ],
    { multiValued: true, mutability: 'readOnly' },
  ),
];

const enterprise: Schema = {
  id: ENTERPRISE_SCHEMA,
  name: 'EnterpriseUser',
  description: 'Attributes of the user for row rules.',
  attributes: ENTERPRISE_ATTRIBUTES.map((name) => text(name, `Attribute “${name}” of the user.`)),
};

/** Users as a key may provision them: `roles` can be set only to those that the key can give. */
export function userDefinition(grantable: readonly AdminRole[]): ResourceDefinition {
  const facts = grantable.length > 0 ? {} : ({ mutability: 'readOnly' } as const);
  const roles = complex(
    'roles',
    'The role of the user in the admin app.',
    [
      text('value', `One of ${ALL_ADMIN_ROLES.join(', ')}.`, { ...facts, canonicalValues: grantable }),
      { ...primary(), ...facts },
    ],
    { multiValued: true, ...facts },
  );
  return {
    name: 'User',
    endpoint: '/Users',
    core: {
      id: USER_SCHEMA,
      name: 'User',
      description: 'A user of the tenant.',
      attributes: [...attributes, roles],
    },
    extensions: [enterprise],
    ignored: NOT_STORED,
  };
}

/** Attributes of RFC 7643 §4.1 and §4.3 that Inlay does not have. */
const NOT_STORED = [
  'displayName',
  'name.formatted',
  'name.middleName',
  'name.honorificPrefix',
  'name.honorificSuffix',
  'emails.display',
  'roles.display',
  'roles.type',
  'nickName',
  'profileUrl',
  'title',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
  'password',
  'phoneNumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'x509Certificates',
  'manager',
];

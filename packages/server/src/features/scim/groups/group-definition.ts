import { complex, type ResourceDefinition, reference, text } from '../protocol/attribute.ts';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export const GROUP_DEFINITION: ResourceDefinition = {
  name: 'Group',
  endpoint: '/Groups',
  core: {
    id: GROUP_SCHEMA,
    name: 'Group',
    description: 'A group of users.',
    attributes: [
      text('displayName', 'Name of the group.', { required: true }),
      complex(
        'members',
        'The users of the group. Groups cannot contain groups.',
        [
          text('value', 'Id of the user.', { mutability: 'immutable' }),
          reference('$ref', 'Address of the user.', { mutability: 'immutable', referenceTypes: ['User'] }),
          text('type', 'Always User.', { mutability: 'immutable', canonicalValues: ['User'] }),
        ],
        { multiValued: true },
      ),
    ],
  },
  extensions: [],
  ignored: ['members.display'],
};

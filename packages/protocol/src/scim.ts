import Type from 'typebox';
import type { Wire } from './schema-parts.ts';

/** Where SCIM clients find a tenant's users and groups. */
export const SCIM_PATH = '/api/scim/v2';

export const SCIM_ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

const Schemas = Type.Array(Type.String(), { description: 'URNs of the schemas of the resource.' });

const Meta = Type.Object(
  {
    resourceType: Type.String(),
    created: Type.Optional(Type.String({ format: 'date-time' })),
    lastModified: Type.Optional(Type.String({ format: 'date-time' })),
    location: Type.String(),
    version: Type.Optional(Type.String({ description: 'The ETag.' })),
  },
  { title: 'ScimMeta' },
);

/** The error of RFC 7644 §3.12. */
export const ScimErrorSchema = Type.Object(
  {
    schemas: Schemas,
    status: Type.String(),
    scimType: Type.Optional(Type.String()),
    detail: Type.String(),
  },
  { title: 'ScimError' },
);

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const email = Type.Object({
  value: Type.String(),
  type: Type.Optional(Type.String()),
  primary: Type.Optional(Type.Boolean()),
});

const role = Type.Object({ value: Type.String(), primary: Type.Optional(Type.Boolean()) });

/** Other attributes of RFC 7643 are accepted and ignored. */
export const ScimUserBody = Type.Object(
  {
    schemas: Schemas,
    userName: Type.String(),
    externalId: Type.Optional(Type.String()),
    name: Type.Optional(
      Type.Object({ givenName: Type.Optional(Type.String()), familyName: Type.Optional(Type.String()) }),
    ),
    emails: Type.Optional(Type.Array(email)),
    active: Type.Optional(Type.Boolean()),
    roles: Type.Optional(Type.Array(role)),
    [ENTERPRISE]: Type.Optional(
      Type.Object({
        employeeNumber: Type.Optional(Type.String()),
        costCenter: Type.Optional(Type.String()),
        organization: Type.Optional(Type.String()),
        division: Type.Optional(Type.String()),
        department: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: 'ScimUserBody' },
);

/** As RFC 7643 §4.1 and §4.3 define it, as far as Inlay has the attributes. */
export const ScimUser = Type.Object(
  {
    ...ScimUserBody.properties,
    id: Type.String(),
    displayName: Type.String(),
    groups: Type.Optional(
      Type.Array(
        Type.Object({
          value: Type.String(),
          display: Type.String(),
          type: Type.String(),
        }),
      ),
    ),
    meta: Meta,
  },
  { title: 'ScimUser' },
);

const member = Type.Object({
  value: Type.String({ description: 'Id of the user.' }),
  type: Type.Optional(Type.String()),
});

export const ScimGroupBody = Type.Object(
  {
    schemas: Schemas,
    displayName: Type.String(),
    externalId: Type.Optional(Type.String()),
    members: Type.Optional(Type.Array(member)),
  },
  { title: 'ScimGroupBody' },
);

/** As RFC 7643 §4.2 defines it. */
export const ScimGroup = Type.Object(
  { ...ScimGroupBody.properties, id: Type.String(), meta: Meta },
  { title: 'ScimGroup' },
);

export const ScimPatch = Type.Object(
  {
    schemas: Schemas,
    Operations: Type.Array(
      Type.Object({
        op: Type.Enum(['add', 'replace', 'remove']),
        path: Type.Optional(Type.String()),
        value: Type.Optional(Type.Unknown()),
      }),
    ),
  },
  { title: 'ScimPatch' },
);
export type ScimPatch = Wire<typeof ScimPatch>;

/** A discovery document of RFC 7643 §5 to §7. */
export const ScimDocument = Type.Object(
  { schemas: Schemas },
  { title: 'ScimDocument', additionalProperties: true },
);

export const scimListOf = (
  title: 'ScimUserList' | 'ScimGroupList' | 'ScimDocumentList',
  resource: typeof ScimUser | typeof ScimGroup | typeof ScimDocument,
) =>
  Type.Object(
    {
      schemas: Schemas,
      totalResults: Type.Integer(),
      startIndex: Type.Integer(),
      itemsPerPage: Type.Integer(),
      Resources: Type.Array(resource),
    },
    { title },
  );

import type { Resource, ResourceDefinition, Schema } from '../protocol/attribute.ts';

/** RFC 7643 §5. */
export const serviceProviderConfig = (base: string, maxResults: number): Resource => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: new URL('/docs/guide/scim', base).href,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'An API key with the scope “scim”, as a bearer token.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

/** RFC 7643 §6. */
export const resourceTypeDocument = (
  { name, endpoint, core, extensions }: ResourceDefinition,
  base: string,
): Resource => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  description: core.description,
  endpoint,
  schema: core.id,
  ...(extensions.length > 0 && {
    schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
  }),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
});

/** RFC 7643 §7. */
export const schemaDocument = (schema: Schema, base: string): Resource => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  ...schema,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
});

import Type from 'typebox';
import { Nullable, Timestamp, type Wire } from './schema-parts.ts';

const JwksKeySchema = Type.Object({
  kid: Nullable(Type.String()),
  bits: Nullable(Type.Integer()),
  usable: Type.Boolean(),
  problem: Nullable(Type.String()),
});

const SignatureSchema = Type.Object(
  {
    mode: Type.Enum(['public-key', 'jwks']),
    changedAt: Nullable(Timestamp),
    publicKey: Type.Optional(Type.String()),
    fingerprint: Type.Optional(Type.String({ description: 'SHA-256 fingerprint of the public key (SPKI).' })),
    bits: Type.Optional(Type.Integer()),
    url: Type.Optional(Type.String()),
    lastFetchAt: Type.Optional(Nullable(Timestamp)),
    lastError: Type.Optional(Nullable(Type.String())),
    keys: Type.Optional(Type.Array(JwksKeySchema)),
  },
  { title: 'Signature' },
);
export type Signature = Wire<typeof SignatureSchema>;

export const EmbedAuthSettingsSchema = Type.Object(
  {
    tenantId: Type.String({ description: 'Realm in the addresses of the token endpoint and the audience.' }),
    clientId: Type.String({ description: 'Username for HTTP Basic authentication at the token endpoint.' }),
    sub: Type.String(),
    iss: Type.String(),
    aud: Type.String(),
    tokenEndpoint: Type.String(),
    hasSecret: Type.Boolean(),
    secretCreatedAt: Nullable(Timestamp),
    formerSecretUntil: Nullable(Timestamp),
    signature: Nullable(SignatureSchema),
    replayProtection: Type.Boolean(),
    maxTokenSeconds: Type.Integer(),
    allowedOrigins: Type.Array(Type.String(), {
      description: 'Origins of pages that can show embeds. Empty allows any origin.',
    }),
  },
  { title: 'EmbedAuthSettings' },
);
/** The embed auth settings as the API returns them. */
export type EmbedAuthSettings = Wire<typeof EmbedAuthSettingsSchema>;

export const KnownAttributesSchema = Type.Object(
  { attributes: Type.Array(Type.String()) },
  { title: 'KnownAttributes' },
);

const ContextReportSchema = Type.Object(
  {
    bytes: Type.Integer({ description: 'Size of the context as compact JSON in UTF-8.' }),
    limit: Type.Integer(),
    truncated: Type.Boolean(),
    lost: Type.Array(Type.Object({ section: Type.String(), key: Type.String() })),
    bytesByField: Type.Record(Type.String(), Type.Integer()),
    ignored: Type.Array(Type.String(), { description: 'Unknown fields, which are ignored.' }),
    effective: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The context that the service would store. Secrets are listed by name only.',
    }),
  },
  { title: 'ContextReport' },
);
export type ContextReport = Wire<typeof ContextReportSchema>;

export const TokenReportSchema = Type.Object(
  {
    valid: Type.Boolean(),
    checks: Type.Array(
      Type.Object({ name: Type.String(), ok: Type.Boolean(), reason: Nullable(Type.String()) }),
    ),
    context: Nullable(ContextReportSchema),
    warnings: Type.Array(Type.String(), {
      description:
        'Names in the context that match nothing. The exchange succeeds, but the viewer sees less than intended.',
    }),
  },
  { title: 'TokenReport' },
);
/** The result of checking an assertion. */
export type TokenReport = Wire<typeof TokenReportSchema>;

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
    fingerprint: Type.Optional(Type.String({ description: 'SHA-256 of the SPKI.' })),
    bits: Type.Optional(Type.Integer()),
    url: Type.Optional(Type.String()),
    lastFetchAt: Type.Optional(Nullable(Timestamp)),
    lastError: Type.Optional(Nullable(Type.String())),
    keys: Type.Optional(Type.Array(JwksKeySchema)),
  },
  { title: 'Signature' },
);
export type Signature = Wire<typeof SignatureSchema>;

export const EmbedSettingsSchema = Type.Object(
  {
    tenantId: Type.String({ description: 'The realm in the token endpoint and the audience.' }),
    clientId: Type.String({ description: 'User part of HTTP Basic at the token endpoint.' }),
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
      description: 'Pages that may show embeds; empty means any.',
    }),
  },
  { title: 'EmbedSettings' },
);
/** How a tenant's server proves itself, as the API shows it. */
export type EmbedSettings = Wire<typeof EmbedSettingsSchema>;

const ContextReportSchema = Type.Object(
  {
    bytes: Type.Integer({ description: 'Compact JSON of the context, in UTF-8.' }),
    limit: Type.Integer(),
    truncated: Type.Boolean(),
    lost: Type.Array(Type.Object({ section: Type.String(), key: Type.String() })),
    bytesByField: Type.Record(Type.String(), Type.Integer()),
    ignored: Type.Array(Type.String(), { description: 'Fields that nothing reads.' }),
    effective: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What the service would hold; of secrets the names only.',
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
        'Names in the context that match nothing: the exchange succeeds, but the viewer gets less than meant.',
    }),
  },
  { title: 'TokenReport' },
);
/** What an exchange of an assertion would come to. */
export type TokenReport = Wire<typeof TokenReportSchema>;

import Type from 'typebox';
import { PermissionSchema } from './permission.ts';
import { exact, Identifier, Nullable, Text, Timestamp, type Wire } from './schema-parts.ts';

/** Secret scanners find leaked keys with this pattern. */
export const API_KEY_PATTERN = 'inl_key_[A-Za-z0-9_-]{43}';

const fields = {
  name: Text(
    1,
    100,
    'Where the key is used. Unique in the tenant, and the actor of its changes in the audit log.',
  ),
  scopes: Type.Array(PermissionSchema, {
    minItems: 1,
    maxItems: 32,
    uniqueItems: true,
    description: 'What the key may do. No scope includes another one.',
  }),
  workspaces: Nullable(
    Type.Array(Identifier, {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description:
        'Only apps of these workspaces. Possible for the scopes `content:read`, `content:write` and `embeds:write`.',
    }),
  ),
  networks: Nullable(
    Type.Array(Type.String({ maxLength: 64, examples: ['203.0.113.0/24'] }), {
      minItems: 1,
      maxItems: 100,
      description: 'Only requests from these addresses and networks (CIDR).',
    }),
  ),
  expiresAt: Nullable(Timestamp),
};

export const NewApiKeySchema = Type.Object(
  {
    name: fields.name,
    scopes: fields.scopes,
    workspaces: Type.Optional(fields.workspaces),
    networks: Type.Optional(fields.networks),
    expiresAt: Type.Optional(fields.expiresAt),
  },
  { ...exact, title: 'NewApiKey' },
);
export type NewApiKey = Wire<typeof NewApiKeySchema>;

export const ApiKeyChangeSchema = Type.Object(
  {
    name: Type.Optional(fields.name),
    scopes: Type.Optional(fields.scopes),
    workspaces: Type.Optional(fields.workspaces),
    networks: Type.Optional(fields.networks),
    expiresAt: Type.Optional(fields.expiresAt),
  },
  { ...exact, minProperties: 1, title: 'ApiKeyChange' },
);
export type ApiKeyChange = Wire<typeof ApiKeyChangeSchema>;

/** The longest time that a replaced secret stays valid. */
export const MAX_OVERLAP_HOURS = 30 * 24;

export const ApiKeyRotationSchema = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_HOURS,
        default: 24,
        description: 'How long the previous key stays valid.',
      }),
    ),
  },
  { ...exact, title: 'ApiKeyRotation' },
);

export const ApiKeySchema = Type.Object(
  {
    id: Type.String(),
    ...fields,
    prefix: Type.String({
      description: 'The beginning of the key, to recognize it.',
      examples: ['inl_key_Zk3v'],
    }),
    previous: Nullable(
      Type.Object(
        { prefix: Type.String(), expiresAt: Timestamp },
        { title: 'PreviousApiKey', description: 'The replaced key, while it is still valid.' },
      ),
    ),
    createdBy: Nullable(Type.String()),
    createdAt: Timestamp,
    lastUsedAt: Nullable(Type.String({ ...Timestamp, description: 'Exact to the minute.' })),
  },
  { title: 'ApiKey' },
);
export type ApiKey = Wire<typeof ApiKeySchema>;

export const CreatedApiKeySchema = Type.Object(
  { ...ApiKeySchema.properties, key: Type.String({ description: 'The key itself. Shown only once.' }) },
  { title: 'CreatedApiKey' },
);
export type CreatedApiKey = Wire<typeof CreatedApiKeySchema>;

import Type from 'typebox';
import { FrequencySchema } from './report-schedule.ts';
import { exact, Identifier, Nullable, Text, Timestamp, type Wire } from './schema-parts.ts';

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: '^https?://[^\\s\\u0000]+$',
  'x-problem': 'must be a complete https:// URL',
});

const fields = {
  rights: Type.Enum(['off', 'assertion', 'stored-context'], {
    description:
      'Whose rights a message has when it is sent. `assertion`: Inlay asks your server for a fresh signed context each time. `stored-context`: Inlay keeps the context that the viewer had when they subscribed, until an end date. `off`: viewers cannot subscribe, and nothing is sent.',
  }),
  assertionUrl: Nullable(
    Type.String({ ...Url, description: 'The endpoint of your server that returns a signed assertion.' }),
  ),
  contextDays: Type.Integer({
    minimum: 1,
    maximum: 366,
    description: 'How long a stored context is used after the viewer last confirmed the subscription.',
  }),
  keepSecrets: Type.Boolean({
    description: 'Whether a stored context includes the `secrets` of the viewer, encrypted.',
  }),
  recipientFrom: Type.String({
    pattern: '^(?:username|attributes\\.[^\\u0000]{1,128})$',
    'x-problem': 'must be `username` or `attributes.` followed by the name of an attribute',
    description: 'Which value of the signed context is the viewer’s own email address.',
  }),
  allowedDomains: Type.Array(
    Type.String({
      maxLength: 253,
      pattern: '^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z0-9-]+$',
      'x-problem': 'must be a domain such as example.com',
    }),
    {
      maxItems: 50,
      description: 'Viewers may also send to addresses at these domains. Empty: only to their own address.',
    },
  ),
  maxRecipients: Type.Integer({ minimum: 1, maximum: 20, description: 'Of one subscription.' }),
  maxPerViewer: Type.Integer({ minimum: 1, maximum: 100, description: 'Subscriptions of one viewer.' }),
  frequencies: Type.Array(FrequencySchema, { minItems: 1, maxItems: 5, uniqueItems: true }),
  pageUrl: Nullable(
    Type.String({
      ...Url,
      description:
        'Where messages link to: your page with the embed. `{embed}` and `{subscription}` are replaced by their ids.',
    }),
  ),
  isPaused: Type.Boolean({ description: 'Pauses all subscriptions of the tenant.' }),
};

/** Under whose rights reports are sent, to whom, and how often. */
export const ReportSettingsSchema = Type.Object(
  {
    ...fields,
    hasSecret: Type.Boolean({
      description: 'Whether there is a secret that signs requests to `assertionUrl`.',
    }),
  },
  { title: 'ReportSettings' },
);
export type ReportSettings = Wire<typeof ReportSettingsSchema>;

export const ReportSettingsChangeSchema = Type.Object(Type.Partial(Type.Object(fields)).properties, {
  ...exact,
  minProperties: 1,
  title: 'ReportSettingsChange',
});
export type ReportSettingsChange = Wire<typeof ReportSettingsChangeSchema>;

export const ReportSecretSchema = Type.Object(
  { secret: Type.String({ description: 'Shown only once.' }) },
  { title: 'ReportSecret' },
);
export type ReportSecret = Wire<typeof ReportSecretSchema>;

export const DESTINATION_KINDS = ['webhook', 'slack', 'teams'] as const;

const destination = {
  name: Text(1, 128),
  kind: Type.Enum([...DESTINATION_KINDS]),
  workspaceId: Type.String({
    ...Identifier,
    description: 'Only viewers of this workspace can send to it.',
  }),
};
const address = Type.String({
  ...Url,
  writeOnly: true,
  description: 'Stored encrypted, and never returned.',
});

/** Where reports go besides email. */
export const DestinationSchema = Type.Object(
  {
    id: Type.String(),
    ...destination,
    host: Type.String({ description: 'The host of the URL, whose rest is a secret.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Destination' },
);
export type Destination = Wire<typeof DestinationSchema>;

export const NewDestinationSchema = Type.Object(
  { ...destination, url: address },
  { ...exact, title: 'NewDestination' },
);
export type NewDestination = Wire<typeof NewDestinationSchema>;

export const DestinationChangeSchema = Type.Object(
  { name: Type.Optional(destination.name), url: Type.Optional(address) },
  { ...exact, minProperties: 1, title: 'DestinationChange' },
);
export type DestinationChange = Wire<typeof DestinationChangeSchema>;

/** Returned once: nothing shows the secret again. */
export const CreatedDestinationSchema = Type.Object(
  {
    ...DestinationSchema.properties,
    secret: Nullable(
      Type.String({
        description:
          'Signs the requests to a webhook. Shown only in this response. Null for Slack and Teams, whose URL is the secret.',
      }),
    ),
  },
  { title: 'CreatedDestination' },
);
export type CreatedDestination = Wire<typeof CreatedDestinationSchema>;

export const DestinationSecretSchema = Type.Object(
  { secret: Type.String({ description: 'Shown only in this response.' }) },
  { title: 'DestinationSecret' },
);
export type DestinationSecret = Wire<typeof DestinationSecretSchema>;

export const DestinationTestSchema = Type.Object(
  {
    sent: Type.Boolean(),
    problem: Nullable(Type.String({ description: 'What failed, and what to do.' })),
  },
  { title: 'DestinationTest' },
);
export type DestinationTest = Wire<typeof DestinationTestSchema>;

import { FrequencySchema, ReportScheduleSchema } from '@inlay/protocol/report-schedule';
import { DESTINATION_KINDS } from '@inlay/protocol/report-settings';
import { exact, Name, Nullable, Text, Timestamp, type Wire } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { pageFields } from './embed-api.ts';
import { ViewStateSchema } from './view-state.ts';

// What a viewer has sent to them: requests under `/embed/api/v0/embeds/<embedId>/subscriptions`, and of administrators
// under `/api/v0/subscriptions`.

export const REPORT_FORMATS = ['message', 'pdf', 'xlsx', 'csv'] as const;
export const ReportFormatSchema = Type.Enum([...REPORT_FORMATS], {
  description: '`message`: charts and tables in the message itself. The others attach a file.',
});
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const Address = Type.String({
  maxLength: 320,
  pattern: '^[^\\s@\\u0000]+@[^\\s@\\u0000]+$',
  'x-problem': 'must be an email address',
});

export const DeliverToSchema = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Literal('email'),
        recipients: Type.Array(Address, { minItems: 1, maxItems: 20, uniqueItems: true }),
      },
      exact,
    ),
    Type.Object({ kind: Type.Literal('destination'), id: Type.String({ maxLength: 64 }) }, exact),
  ],
  { title: 'DeliverTo' },
);
export type DeliverTo = Wire<typeof DeliverToSchema>;

const alertFields = {
  measure: Type.String({ ...Name, description: 'A measure of the tile.' }),
  by: Type.Optional(
    Type.String({
      ...Name,
      description: 'A dimension of the tile: each of its values is checked by itself.',
    }),
  ),
  quietMinutes: Type.Integer({
    minimum: 0,
    maximum: 43_200,
    description: 'After a message about a value, how long there is no other one about it.',
  }),
};
const limitFields = {
  limit: Type.Number(),
  margin: Type.Number({
    minimum: 0,
    description: 'How far a value has to return past the limit before it counts as normal again.',
  }),
};

/** When an alert fires. */
export const AlertConditionSchema = Type.Union(
  [
    Type.Object({ kind: Type.Literal('above'), ...limitFields, ...alertFields }, exact),
    Type.Object({ kind: Type.Literal('below'), ...limitFields, ...alertFields }, exact),
    Type.Object(
      {
        kind: Type.Literal('change'),
        by: alertFields.by,
        measure: alertFields.measure,
        quietMinutes: alertFields.quietMinutes,
        direction: Type.Enum(['up', 'down', 'either']),
        amount: Type.Number({ exclusiveMinimum: 0 }),
        unit: Type.Enum(['percent', 'absolute']),
      },
      {
        ...exact,
        description:
          'Compares the latest complete period with the one before it if the tile has a time dimension, else with the last check.',
      },
    ),
    Type.Object(
      {
        kind: Type.Literal('missing'),
        ...alertFields,
      },
      { ...exact, description: 'Fires where the measure has no value.' },
    ),
  ],
  { title: 'AlertCondition' },
);
export type AlertCondition = Wire<typeof AlertConditionSchema>;

const fields = {
  title: Text(1, 256),
  schedule: ReportScheduleSchema,
  format: ReportFormatSchema,
  to: DeliverToSchema,
  alert: Nullable(AlertConditionSchema),
};
/** What the viewer sees when they subscribe. */
const view = {
  state: Type.Optional(ViewStateSchema),
  variables: pageFields.variables,
  lang: pageFields.lang,
};

/** `POST subscriptions` */
export const NewSubscriptionSchema = Type.Object(
  {
    ...fields,
    alert: Type.Optional(fields.alert),
    tileId: Type.Optional(
      Type.String({
        maxLength: 257,
        description: 'One tile of a story or dashboard. Absent: everything. Alerts need it.',
      }),
    ),
    ...view,
  },
  { ...exact, title: 'NewSubscription' },
);
export type NewSubscription = Wire<typeof NewSubscriptionSchema>;

/** `PATCH subscriptions/<subscriptionId>` */
export const SubscriptionChangeSchema = Type.Object(
  {
    ...Type.Partial(Type.Object(fields)).properties,
    ...view,
    isPaused: Type.Optional(Type.Boolean()),
  },
  { ...exact, minProperties: 1, title: 'SubscriptionChange' },
);
export type SubscriptionChange = Wire<typeof SubscriptionChangeSchema>;

/** Why a subscription ended or was not sent. Stored: a name changes only with a migration. */
export const REPORT_REASONS = [
  'access-lost',
  'content-gone',
  'context-ended',
  'refused-by-host',
  'tokens-revoked',
  'unsubscribed',
  'reports-off',
  'destination-gone',
  'recipient-not-allowed',
  'subscription-changed',
  'host-unavailable',
  'data-unavailable',
  'chart-changed',
  'delivery-failed',
  'outcome-unknown',
  'internal',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const DELIVERY_STATES = [
  'waiting',
  'working',
  'sending',
  'sent',
  'failed',
  'unknown',
  'skipped',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const LastResultSchema = Type.Object(
  {
    at: Timestamp,
    state: Type.Enum([...DELIVERY_STATES]),
    code: Nullable(
      Type.Enum([...REPORT_REASONS], {
        description:
          'Why nothing was sent, or not yet. Null if nothing went wrong, and in results from before there were codes.',
      }),
    ),
    reason: Nullable(Type.String({ description: 'What happened, and what to do, in English.' })),
  },
  { title: 'LastResult' },
);

const ContentReferenceSchema = Type.Object({
  kind: Type.Enum(['tile', 'story', 'dashboard']),
  id: Type.String(),
});

export const SubscriptionSchema = Type.Object(
  {
    id: Type.String(),
    ...fields,
    kind: Type.Enum(['report', 'alert']),
    appId: Type.String(),
    embedId: Type.String(),
    content: ContentReferenceSchema,
    tileId: Nullable(Type.String()),
    state: ViewStateSchema,
    username: Type.String(),
    workspaceId: Type.String(),
    isMine: Type.Boolean({
      description:
        'Whether the caller can change it. Viewers get those of others without `state` and `alert`, which may contain values that only the other viewer can see.',
    }),
    status: Type.Enum(['active', 'paused', 'ended']),
    reason: Nullable(Type.Enum([...REPORT_REASONS], { description: 'Why it ended.' })),
    nextAt: Nullable(Timestamp),
    endsAt: Nullable(
      Type.String({ ...Timestamp, description: 'When the stored context ends; saving renews it.' }),
    ),
    last: Nullable(LastResultSchema),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Subscription' },
);
export type Subscription = Wire<typeof SubscriptionSchema>;

/** What the viewer may choose: the tenant's settings and the options of the embed, for this viewer. */
export const SubscriptionOptionsSchema = Type.Object(
  {
    isAvailable: Type.Boolean({
      description: 'Whether this viewer can subscribe to this content. Drafts cannot be sent.',
    }),
    canAlert: Type.Boolean({ description: 'Whether the embed allows alerts.' }),
    canSeeAll: Type.Boolean({
      description: 'Whether the viewer may list the subscriptions of the whole app with `?all=true`.',
    }),
    ownAddress: Nullable(Type.String({ description: 'The viewer’s address, as signed.' })),
    allowedDomains: Type.Array(Type.String()),
    maxRecipients: Type.Integer(),
    frequencies: Type.Array(FrequencySchema),
    formats: Type.Array(Type.Enum([...REPORT_FORMATS])),
    canEmail: Type.Boolean({ description: 'Whether the tenant can send email.' }),
    destinations: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        kind: Type.Enum([...DESTINATION_KINDS]),
      }),
    ),
    timeZone: Type.String({ description: 'The viewer’s time zone.' }),
  },
  { title: 'SubscriptionOptions' },
);
export type SubscriptionOptions = Wire<typeof SubscriptionOptionsSchema>;

/** `GET subscriptions` */
export const SubscriptionsSchema = Type.Object(
  {
    data: Type.Array(SubscriptionSchema),
    content: Type.Object(ContentReferenceSchema.properties, {
      description: 'Of this address. The list also has subscriptions to other content of the embed.',
    }),
    options: SubscriptionOptionsSchema,
  },
  { title: 'Subscriptions' },
);
export type Subscriptions = Wire<typeof SubscriptionsSchema>;

/** `POST subscriptions/preview` */
export const MessagePreviewSchema = Type.Object(
  {
    subject: Type.String(),
    html: Type.String({
      description:
        'The message as a document without scripts and without anything to load: images are data URLs, and styles are in `<style>` elements, so that a page can give them its nonce. Show it in a sandboxed iframe.',
    }),
  },
  { title: 'MessagePreview' },
);
export type MessagePreview = Wire<typeof MessagePreviewSchema>;

/** `PATCH /api/v0/subscriptions/<id>` */
export const SubscriptionPauseSchema = Type.Object(
  { isPaused: Type.Boolean() },
  { ...exact, title: 'SubscriptionPause' },
);

/** `POST subscriptions/dry-run`: when the alert would have fired in the past. */
export const AlertDryRunSchema = Type.Object(
  {
    checks: Type.Array(
      Type.Object(
        {
          at: Timestamp,
          member: Nullable(Type.String({ description: 'The value of the dimension, as shown.' })),
          value: Nullable(Type.Number()),
          text: Type.String({ description: 'The value as shown.' }),
          fires: Type.Boolean(),
        },
        { title: 'AlertCheck' },
      ),
      {
        description:
          'Oldest first: the ends of the periods of the tile’s time dimension, or only now without one. If there are more than 1,000, the latest of those that fire.',
      },
    ),
    fired: Type.Integer(),
  },
  { title: 'AlertDryRun' },
);
export type AlertDryRun = Wire<typeof AlertDryRunSchema>;

/** One message to one recipient, due or as a test, or one check of an alert. */
export const DeliverySchema = Type.Object(
  {
    id: Type.String(),
    subscriptionId: Type.String(),
    title: Type.String(),
    kind: Type.Enum(['report', 'test', 'check', 'alert']),
    recipient: Nullable(Type.String({ description: 'Email address, or the name of the destination.' })),
    dueAt: Timestamp,
    state: Type.Enum([...DELIVERY_STATES], {
      description:
        '`unknown`: the server stopped before the mail server confirmed the message, which may have arrived. It is not sent again.',
    }),
    attempts: Type.Integer(),
    reason: Nullable(Type.String()),
    finishedAt: Nullable(Timestamp),
  },
  { title: 'Delivery' },
);
export type Delivery = Wire<typeof DeliverySchema>;

/** Deliveries that have just been queued. */
export const QueuedDeliveriesSchema = Type.Object(
  { data: Type.Array(DeliverySchema) },
  { title: 'QueuedDeliveries' },
);

import Type from 'typebox';
import { exact, Nullable, Text, Timestamp, type Wire } from './schema-parts.ts';

const finding = {
  path: Type.String({ description: 'Position in the rule, such as `/and/0`.' }),
  outcome: Type.String({ description: '`true`, `false` or `unknown`. Only `true` grants access.' }),
  reason: Type.String(),
  missing: Type.Optional(
    Type.String({ description: 'The value that the context lacks, such as `attributes.region`.' }),
  ),
};

const FollowedDatasetSchema = Type.Object(
  {
    path: Type.String({ description: 'Relationships from the dataset, joined by dots.' }),
    datasetId: Type.String(),
    rows: Type.Enum(['all', 'some', 'none']),
    rules: Type.Array(Type.Object(finding, { title: 'FollowedRuleFinding' })),
  },
  { title: 'FollowedDataset' },
);
/** A dataset whose rules decide, because a rule follows it, and what they grant a viewer. */
export type FollowedDataset = Wire<typeof FollowedDatasetSchema>;

/** A condition of a rule and its outcome for a viewer. */
export const RuleFindingSchema = Type.Object(
  {
    ...finding,
    followed: Type.Optional(
      Type.Array(FollowedDatasetSchema, {
        description: 'Datasets whose rules a `follow` rule applies, the nearest first.',
      }),
    ),
  },
  { title: 'RuleFinding' },
);
export type RuleFinding = Wire<typeof RuleFindingSchema>;

/** A user context as a customer's server would sign it. Validated by the checks of the token exchange. */
export const UserContextSchema = Type.Object(
  {},
  {
    additionalProperties: true,
    title: 'UserContext',
    description:
      'Same format as `embed_context`: `username` and `workspace_id`, and where relevant `roles`, `privileges`, `groups`, ' +
      '`attributes` and `secrets`. Secrets are used but never returned.',
    examples: [{ username: 'ann@customer.example', workspace_id: 'main', attributes: { region: 'north' } }],
  },
);

export const SampleContextSchema = Type.Object(
  {
    workspace_id: Type.String(),
    roles: Type.Array(Type.String()),
    privileges: Type.Record(Type.String(), Type.Array(Type.String())),
    attributes: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description:
        'Attributes that row rules use, each with a value from the data, or `…` if none was found.',
    }),
  },
  { title: 'SampleContext', description: 'An `embed_context` without a username.' },
);
/** A sample context of a viewer who sees data. */
export type SampleContext = Wire<typeof SampleContextSchema>;

export const ExplainEmbedSchema = Type.Object(
  {
    context: UserContextSchema,
    origin: Type.Optional(
      Text(1, 512, 'Origin of the page that would show the embed, such as https://app.example.com.'),
    ),
  },
  { ...exact, title: 'ExplainEmbedRequest' },
);

export const ExplainDraftSchema = Type.Object(
  {
    context: UserContextSchema,
    kind: Type.Enum(['tile', 'story', 'dashboard']),
    content: Type.Unknown({ description: 'The unsaved content.' }),
  },
  { ...exact, title: 'ExplainDraftRequest' },
);

const EmbedCheckSchema = Type.Object(
  {
    name: Type.Enum(['state', 'expiry', 'workspace', 'privilege', 'origin', 'target', 'rules']),
    ok: Type.Boolean(),
    reason: Type.String({ description: 'A sentence that explains the result, including when `ok` is true.' }),
  },
  { title: 'EmbedCheck' },
);
/** One check of the whole embed. The viewer sees something only if all checks pass. */
export type EmbedCheck = Wire<typeof EmbedCheckSchema>;

const ExplainedFilterSchema = Type.Object(
  {
    filter: Type.String({ description: 'Id of the filter.' }),
    column: Nullable(Type.String({ description: 'What it filters in the dataset of the tile.' })),
    reason: Type.String({ description: 'How it reaches the tile, or why it does not.' }),
  },
  { title: 'ExplainedFilter' },
);
export type ExplainedFilter = Wire<typeof ExplainedFilterSchema>;

const ExplainedDataSchema = Type.Object(
  {
    datasetId: Type.String(),
    rows: Type.Enum(['all', 'some', 'none'], {
      description: 'How many rows of the dataset the viewer can access.',
    }),
    reason: Type.String(),
    filters: Type.Array(ExplainedFilterSchema, {
      description: 'Filters of the story or dashboard, and whether they affect the tile.',
    }),
  },
  { title: 'ExplainedData' },
);
export type ExplainedData = Wire<typeof ExplainedDataSchema>;

const ExplainedPartSchema = Type.Object(
  {
    kind: Type.Enum(['tile', 'story', 'step', 'dashboard', 'item']),
    id: Type.String(),
    title: Nullable(Type.String()),
    visible: Type.Boolean(),
    reason: Type.String({ description: 'Why it is visible or hidden.' }),
    rules: Type.Array(RuleFindingSchema, {
      description: 'Conditions of its own visibility rule. Empty if it has none.',
    }),
    data: Nullable(ExplainedDataSchema),
  },
  { title: 'ExplainedPart' },
);
/** One tile, step or item, or the story or dashboard itself. */
export type ExplainedPart = Wire<typeof ExplainedPartSchema>;

export const EmbedExplanationSchema = Type.Object(
  {
    visible: Type.Boolean({ description: 'Whether the viewer sees anything.' }),
    summary: Type.String(),
    truncated: Type.Boolean({ description: 'True if the context exceeded the size limit and lost entries.' }),
    checks: Type.Array(EmbedCheckSchema),
    parts: Type.Array(ExplainedPartSchema),
  },
  { title: 'EmbedExplanation' },
);
/** Explains to an administrator what a viewer sees in an embed. */
export type EmbedExplanation = Wire<typeof EmbedExplanationSchema>;

export const PreviewEmbedSchema = Type.Object(
  { context: UserContextSchema },
  { ...exact, title: 'PreviewTokenRequest' },
);

export const PreviewTokenSchema = Type.Object(
  {
    token: Type.String({ description: 'Opaque token that opens only this embed.' }),
    expiresAt: Timestamp,
    expiresIn: Type.Integer({ description: 'Seconds.' }),
    truncated: Type.Boolean({ description: 'True if the context exceeded the size limit and lost entries.' }),
  },
  { title: 'PreviewToken' },
);

export const AuthorTokenSchema = Type.Object(
  {
    ...PreviewTokenSchema.properties,
    embedId: Type.String({ description: 'The embed that this token opens, and no other token does.' }),
  },
  { title: 'AuthorToken' },
);

/** A short-lived token to preview one embed as a viewer. */
export type PreviewToken = Wire<typeof PreviewTokenSchema>;

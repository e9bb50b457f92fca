import type { Tile } from '@inlay/charts/tile';
import { AggregationSchema } from '@inlay/protocol/dataset';
import { FormatSchema } from '@inlay/protocol/format';
import { ColumnTypeSchema } from '@inlay/protocol/result';
import {
  exact,
  Identifier,
  Name,
  Nullable,
  serializedAsIs,
  Text,
  Timestamp,
  type Wire,
} from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { ContentStateSchema, TransitionCommentSchema } from './content.ts';
import { DASHBOARD_ITEMS, dashboardFields, PlainItemSchema } from './dashboard.ts';

/**
 * Requests of a builder's page and their responses, under `/embed/api/v0/embeds/<embedId>/builder`, with
 * the viewer's token (`Authorization: Bearer`). The server authorizes every request; `may` tells the page what to offer.
 *
 * Errors are `{statusCode, message, code, details?}`. Those that a page should distinguish:
 * `UNAUTHORIZED` 401 (the token has expired: keep the draft, get another), `NOT_PERMITTED` 403, `NOT_FOUND` 404 (also
 * for content that the viewer cannot see), `CONFLICT` 409 (not possible in this state), `QUOTA_REACHED` 409, `STALE_VERSION` 412
 * (`details`: `StaleDetails` of `content.ts`; the header `ETag` has the current revision), `BODY_TOO_LARGE` 413,
 * `QUERY_TOO_EXPENSIVE` 422 (`details`: {@link TooExpensiveDetails}), `PRECONDITION_REQUIRED` 428, `TOO_MANY_REQUESTS` 429 with
 * `Retry-After`, `REQUEST_INVALID` 400 (`details`: `{path, problem}[]`, JSON pointers into the body).
 *
 * | route | body → response |
 * |---|---|
 * | `GET ''` `?dashboard=<id>&lang` | → {@link BuilderResponse}; with `dashboard`, `opened` is in it |
 * | `GET dashboards` `?page&limit&q` | → `{data: BuilderDashboard[], meta}` |
 * | `POST dashboards` | {@link NewDashboard} → 201 {@link BuilderDocument}; 412 if there is one with this `id` |
 * | `GET dashboards/<id>` `?as=copy` | → {@link BuilderDocument}; with `as`, the content to begin a new one with |
 * | `PUT dashboards/<id>`, `If-Match` required | {@link BuilderContent} → {@link BuilderDocument} |
 * | `PATCH dashboards/<id>`, `If-Match` required | {@link DashboardNames} → {@link BuilderDocument} |
 * | `DELETE dashboards/<id>` | → 204 |
 * | `POST dashboards/<id>/submit`, `If-Match` optional | `MoveComment` of `content.ts` → {@link BuilderDocument} |
 * | `POST dashboards/<id>/publish`, `If-Match` optional | {@link Publication} → {@link BuilderDocument} |
 * | `PUT dashboards/<id>/groups`, `If-Match` optional | `{groups}` of {@link Publication} → {@link BuilderDocument}: publishes it, unchanged, to other groups; 409 while it has unpublished changes |
 * | `POST dashboards/<id>/return`, `If-Match` optional | `MoveComment` of `content.ts` with `comment` → {@link BuilderDocument} |
 * | `POST dashboards/<id>/copy` | none → 201, or 200 if it exists already, {@link BuilderDocument}: the viewer's personal copy |
 * | `POST dashboards/<id>/reset`, `If-Match` optional | none → {@link BuilderDocument}: the copy, equal to its origin |
 * | `GET dashboards/<id>/versions` | → `{data: DashboardVersion[]}`, newest first |
 * | `POST dashboards/<id>/versions/<revision>/restore`, `If-Match` optional | none → {@link BuilderDocument} |
 * | `PUT dashboards/<id>/sharing` | {@link NewSharing} → {@link BuilderDashboard} |
 * | `POST dashboards/<id>/presence` | {@link Heartbeat} → {@link Presence}; every 15 s while it is open |
 * | `POST dashboards/<id>/view` | `ViewRequest` → `RenderedDashboard` |
 * | `POST dashboards/<id>/tiles/<tileId>` | `TileRequest` → `TileResponse`; a chart's id is its item's |
 * | `POST dashboards/<id>/filters/<filterId>/values` | `FilterValuesRequest` → `FilterValuesResponse` |
 * | `POST dashboards/<id>/values` | `TextValuesRequest` → `TextValuesResponse` |
 * | `GET dashboards/<id>/tiles/<tileId>/export.csv`, `.json` | → the file |
 * | `POST preview` | `PreviewRequest` → `PreviewResponse`; disconnecting cancels the query |
 * | `POST preview/values` | `PreviewValuesRequest` → `FilterValuesResponse`: the values of a column, for a picker |
 * | `POST preview/texts` | `PreviewTextsRequest` → `TextValuesResponse` |
 *
 * The types of `preview` and `view` are in `builder-preview.ts`, those of tiles, filters and values in `embed-api.ts`.
 *
 * Each {@link BuilderDocument} comes with its revision as `ETag`. The routes that query data of `dashboards/<id>`
 * use the copy that the viewer has open; `?side=published` selects the published version, `?revision=<n>` an older one.
 */

/** The content of a canvas. Visibility rules stay on the server; sending one is an error. */
export const BuilderContentSchema = Type.Object(
  { ...dashboardFields, items: Type.Array(PlainItemSchema, DASHBOARD_ITEMS) },
  { ...exact, title: 'BuilderContent' },
);
export type BuilderContent = Wire<typeof BuilderContentSchema>;
export type BuilderItem = BuilderContent['items'][number];

export const SharingSchema = Type.Object(
  {
    with: Type.Enum(['me', 'groups', 'workspace'], {
      description:
        'Who besides the owner can see the working copy. Published versions are visible to all viewers of the app.',
    }),
    groups: Type.Array(Identifier, {
      maxItems: 50,
      description: 'Groups that can see it when `with` is `groups`.',
    }),
    right: Type.Enum(['view', 'edit'], { description: '`edit` also requires the privilege `contribute`.' }),
  },
  { ...exact, title: 'Sharing' },
);
export type Sharing = Wire<typeof SharingSchema>;

export const NewSharingSchema = Type.Object(
  {
    with: SharingSchema.properties.with,
    groups: Type.Optional(
      Type.Array(Identifier, {
        minItems: 1,
        maxItems: 50,
        description: 'Groups that the viewer belongs to. Defaults to all of them.',
      }),
    ),
    right: SharingSchema.properties.right,
  },
  { ...exact, title: 'NewSharing' },
);
export type NewSharing = Wire<typeof NewSharingSchema>;

const OriginSchema = Type.Object(
  {
    id: Type.String(),
    title: Nullable(Type.String({ description: 'Null if the viewer can no longer see the original.' })),
    changed: Type.Boolean({
      description: 'True if a newer version was published since the copy was made or reset.',
    }),
  },
  { ...exact, title: 'DashboardOrigin' },
);

const DashboardShapeSchema = Type.Array(Type.Union([Type.Integer(), Type.String()]), {
  minItems: 5,
  maxItems: 5,
});
/** A box of a thumbnail. `tile` is what the render route takes; a text has none. */
export type DashboardShape = readonly [x: number, y: number, w: number, h: number, tile: string];

const mayDo = (...actions: readonly string[]) =>
  Object.fromEntries(actions.map((action) => [action, Type.Boolean()]));

const updatedBy = Nullable(
  Type.String({
    description:
      'Username. Null for an administrator or somebody unknown, and for readers of the published version.',
  }),
);

export const BuilderDashboardSchema = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    description: Nullable(Type.String()),
    state: ContentStateSchema,
    revision: Type.Integer({ description: 'Send it as `If-Match: "<revision>"`.' }),
    publishedVersion: Nullable(Type.Integer()),
    comment: Nullable(Type.String({ description: 'Comment of the reviewer who returned it.' })),
    owner: Nullable(
      Type.String({
        description:
          'Username. Null if the dashboard belongs to the app, an administrator, or somebody unknown.',
      }),
    ),
    mine: Type.Boolean(),
    shared: Type.Boolean({ description: 'True if it belongs to somebody else.' }),
    sharing: Nullable(SharingSchema),
    origin: Nullable(OriginSchema),
    visibleTo: Nullable(
      Type.Array(Type.String(), {
        description:
          'Groups whose members see it. Empty if an administrator set another rule, null for everyone who can open ' +
          'the app. Always null for readers of the published version who may not change the groups.',
      }),
    ),
    template: Type.Boolean(),
    tiles: Type.Integer({ description: 'Number of charts.' }),
    shape: Type.Optional(
      Type.Array(DashboardShapeSchema, {
        maxItems: 8,
        description:
          'Items at the top of the dashboard, for a thumbnail: `[x, y, w, h, tile]`. The tile of a text is empty.',
      }),
    ),
    updatedAt: Timestamp,
    updatedBy,
    may: Type.Object(
      mayDo('edit', 'submit', 'publish', 'groups', 'return', 'delete', 'share', 'copy', 'reset') as Readonly<
        Record<DashboardAction, ReturnType<typeof Type.Boolean>>
      >,
      {
        ...exact,
        description:
          'Actions that the viewer can take in the current state. `copy` means making a personal copy, `groups` changing ' +
          'who sees the published version.',
      },
    ),
  },
  { ...exact, title: 'BuilderDashboard' },
);
export type DashboardAction =
  | 'edit'
  | 'submit'
  | 'publish'
  | 'groups'
  | 'return'
  | 'delete'
  | 'share'
  | 'copy'
  | 'reset';
/** A dashboard in a list. */
export type BuilderDashboard = Wire<typeof BuilderDashboardSchema>;

export const DashboardVersionSchema = Type.Object(
  {
    revision: Type.Integer({ description: 'Identifies the version; pass it as `?revision=`.' }),
    version: Nullable(Type.Integer({ description: 'Version number, if this revision was published.' })),
    author: Nullable(
      Type.String({ description: 'Username. Null for an administrator or somebody unknown.' }),
    ),
    at: Timestamp,
    comment: Nullable(Type.String()),
    current: Type.Boolean(),
  },
  { ...exact, title: 'BuilderVersion' },
);
/** Versions of a dashboard: each publication, and the last change of each sitting in between. */
export type DashboardVersion = Wire<typeof DashboardVersionSchema>;

const BuilderColumnSchema = Type.Object(
  {
    name: Name,
    label: Type.String(),
    description: Type.Optional(Type.String()),
    type: ColumnTypeSchema,
    format: Type.Optional(FormatSchema),
    canGroup: Type.Optional(
      Type.Literal(false, {
        description: 'Set if a query cannot group by the column: JSON, and computed floating-point numbers.',
      }),
    ),
    aggregations: Type.Optional(
      Type.Array(AggregationSchema, {
        description: 'Measures that can be made of the column: `sum` as `sum(amount)` in a query.',
      }),
    ),
    restricted: Type.Optional(
      Type.Literal(true, {
        description: 'Column access keeps its values from some viewers. Only set for authors.',
      }),
    ),
  },
  { ...exact, title: 'BuilderColumn' },
);
export type BuilderColumn = Wire<typeof BuilderColumnSchema>;

const BuilderMeasureSchema = Type.Object(
  {
    name: Name,
    label: Type.String(),
    description: Type.Optional(Type.String()),
    format: Type.Optional(FormatSchema),
    additive: Type.Boolean({
      description: 'True if parts add up to the total, so that the measure can be stacked.',
    }),
  },
  { ...exact, title: 'BuilderMeasure' },
);
export type BuilderMeasure = Wire<typeof BuilderMeasureSchema>;

const fields = { columns: Type.Array(BuilderColumnSchema), measures: Type.Array(BuilderMeasureSchema) };
const RelatedFieldsSchema = Type.Object(
  { label: Type.String(), ...fields },
  { ...exact, title: 'RelatedFields' },
);
/** Fields of one related dataset, by the names that a query uses: `customer.segment`. */
export type RelatedFields = Wire<typeof RelatedFieldsSchema>;

export const BuilderDatasetSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    ...fields,
    related: Type.Optional(
      Type.Array(RelatedFieldsSchema, { description: 'Accessible fields of related datasets.' }),
    ),
  },
  { ...exact, title: 'BuilderDataset' },
);
/** An accessible dataset: no SQL, connection, rules or hidden columns. */
export type BuilderDataset = Wire<typeof BuilderDatasetSchema>;

export const NewDashboardSchema = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
        description:
          'A random UUID, so that a repeated request creates no second dashboard: it is answered with 412.',
        'x-problem': 'must be a UUID in lowercase',
      }),
    ),
    title: Type.Optional(Text(1, 256)),
    from: Type.Optional(
      Type.String({
        ...Identifier,
        description: 'Id of a visible dashboard to copy, or that `content` began as a copy of.',
      }),
    ),
    content: Type.Optional(BuilderContentSchema),
  },
  { ...exact, title: 'NewBuilderDashboard' },
);
/** Creates an empty dashboard by default. With `content`, `from` names the dashboard that the content began as a copy of. */
export type NewDashboard = Wire<typeof NewDashboardSchema>;

const publishedGroups = (more = '') =>
  Nullable(
    Type.Array(Identifier, {
      minItems: 1,
      maxItems: 50,
      description:
        'Groups that the viewer belongs to: only their members see the published dashboard. Null for everyone who ' +
        `can open the app.${more}`,
    }),
  );

export const PublicationSchema = Type.Object(
  {
    ...TransitionCommentSchema.properties,
    groups: Type.Optional(publishedGroups(' By default as before.')),
  },
  { ...exact, title: 'Publication' },
);

export const PublishedGroupsSchema = Type.Object(
  { groups: publishedGroups() },
  { ...exact, title: 'PublishedGroups' },
);
export type PublishedGroups = Wire<typeof PublishedGroupsSchema>;
export type Publication = Wire<typeof PublicationSchema>;

export const DashboardNamesSchema = Type.Object(
  { title: Type.Optional(Text(1, 256)), description: Type.Optional(Nullable(Text(0, 2000))) },
  { ...exact, title: 'DashboardNames', minProperties: 1 },
);
export type DashboardNames = Wire<typeof DashboardNamesSchema>;

export const HeartbeatSchema = Type.Object(
  {
    session: Type.String({
      pattern: '^[A-Za-z0-9_-]{8,64}$',
      description: 'Random id of the page, so that two tabs of one person count as two visitors.',
      'x-problem': 'must be 8 to 64 letters, digits, dashes or underscores',
    }),
    doing: Type.Enum(['viewing', 'editing', 'left']),
  },
  { ...exact, title: 'Heartbeat' },
);
export type Heartbeat = Wire<typeof HeartbeatSchema>;

export const VisitorSchema = Type.Object(
  {
    username: Nullable(Type.String({ description: 'Null for an administrator.' })),
    doing: Type.Enum(['viewing', 'editing']),
    me: Type.Boolean({ description: 'True for the same person in another tab.' }),
    since: Timestamp,
  },
  { ...exact, title: 'Visitor' },
);
export type Visitor = Wire<typeof VisitorSchema>;

const tiles = (description: string) =>
  Type.Unsafe<Tile[]>(Type.Array(Type.Unknown(), { description: `As \`Tile\`. ${description}` }));

export const BuilderDocumentSchema = Type.Object(
  {
    dashboard: BuilderDashboardSchema,
    side: Type.Enum(['working', 'published'], {
      description: '`working` if the viewer can see the working copy, otherwise `published`.',
    }),
    content: serializedAsIs(BuilderContentSchema),
    tiles: tiles(
      'Tiles of the app that `content` refers to and the viewer can see. Charts of the dashboard itself are in `content`.',
    ),
    others: Type.Array(VisitorSchema, { description: 'Other people who have the dashboard open.' }),
  },
  { title: 'BuilderDocument' },
);
/** A dashboard on the canvas. */
export type BuilderDocument = Wire<typeof BuilderDocumentSchema>;

export const BuilderResponseSchema = Type.Object(
  {
    embedId: Type.String(),
    title: Type.String(),
    viewer: Type.Object({
      username: Type.String(),
      privileges: Type.Array(Type.Enum(['view', 'contribute', 'validate'])),
      groups: Type.Array(Type.String(), {
        description: 'Groups that the viewer can share dashboards with or publish them to.',
      }),
      may: Type.Object({
        create: Type.Boolean({ description: 'The viewer can create dashboards, empty or from a template.' }),
        copy: Type.Boolean({ description: 'The viewer can make personal copies of published dashboards.' }),
        publish: Type.Boolean(),
      }),
    }),
    limits: Type.Object({
      dashboards: Type.Integer({ description: 'Maximum number of dashboards per person.' }),
      ownDashboards: Type.Integer(),
      items: Type.Integer(),
      bytes: Type.Integer({ description: 'Maximum size of a dashboard as JSON.' }),
      previewSeconds: Type.Integer(),
      previewRows: Type.Integer(),
    }),
    dashboards: Type.Array(BuilderDashboardSchema, {
      description:
        "The first 200: the viewer's own first, then by last change. `GET dashboards` lists all of them.",
    }),
    moreDashboards: Type.Boolean(),
    datasets: Type.Array(BuilderDatasetSchema),
    library: tiles('Published tiles of the app that the viewer can see.'),
    templates: Type.Array(Type.String(), {
      description:
        'Ids of `dashboards` to start from: those marked as templates, or the published ones if there are none.',
    }),
    phrases: Type.Record(Type.String(), Type.String(), {
      description:
        "Translations of titles and descriptions in `dashboards` and `library` into the viewer's language, by original " +
        'text. Texts that are missing here have no translation. Editing always changes the original text.',
    }),
    opened: Type.Optional(BuilderDocumentSchema),
  },
  { title: 'Builder' },
);
/** Everything that a page needs to show an interactive canvas. */
export type BuilderResponse = Wire<typeof BuilderResponseSchema>;

export const PresenceSchema = Type.Object(
  {
    others: Type.Array(VisitorSchema),
    revision: Type.Integer({
      description: 'Differs from the revision on the canvas if somebody else saved.',
    }),
    updatedBy,
  },
  { ...exact, title: 'Presence' },
);
export type Presence = Wire<typeof PresenceSchema>;

/** `details` of `QUERY_TOO_EXPENSIVE`; the message tells the user what to do. */
export interface TooExpensiveDetails {
  readonly reason: 'time' | 'dimensions' | 'rows';
  readonly limit: number;
  /** Changes that would make it cheaper, best first. */
  readonly wayOut: readonly ('add-filter' | 'coarser-grain' | 'fewer-dimensions' | 'top')[];
}

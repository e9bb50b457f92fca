import { ContentChangeSchema } from '@inlay/protocol/content-change';
import { exact, Identifier, Nullable, Text, type Wire } from '@inlay/protocol/schema-parts';
import Type from 'typebox';

/** A file of an app's folder, parsed. */
export interface ContentFile {
  /** In the folder of the app, such as `tiles/revenue.yaml`. */
  readonly path: string;
  readonly content: unknown;
}

/** A file on the wire: its text is parsed by itself, so that a large folder does not hold up other requests (ADR 329). */
const SentFileSchema = Type.Object(
  {
    path: Text(1, 300, 'Path in the folder of the app, such as `app.yaml` or `tiles/revenue.yaml`.'),
    text: Type.String({
      description:
        'The content of the file as JSON, which is valid YAML. Other YAML is refused. At most 1 MiB.',
    }),
  },
  { ...exact, title: 'ContentFile' },
);
export type SentFile = Wire<typeof SentFileSchema>;

const MAX_FILES = 20_000;

const folder = {
  files: Type.Array(SentFileSchema, { minItems: 1, maxItems: MAX_FILES }),
  publish: Type.Optional(Type.Boolean({ description: 'Publish new and changed content.' })),
  prune: Type.Optional(
    Type.Boolean({ description: 'Delete content of the app that is not among the files.' }),
  ),
  connections: Type.Optional(
    Type.Record(Identifier, Text(1, 256), {
      ...exact,
      maxProperties: 1000,
      description: 'Id or name of the connection of this tenant to use, by the id in the files.',
    }),
  ),
  variables: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,127}$' }), Text(0, 65_536), {
      ...exact,
      maxProperties: 1000,
      description: 'Values of the variables in files of connections, by name. Never returned.',
    }),
  ),
};

export const NewContentPlanSchema = Type.Object(folder, { ...exact, title: 'NewContentPlan' });
export type NewContentPlan = Wire<typeof NewContentPlanSchema>;

const revision = Text(
  1,
  200,
  'Identifies the files, the options and the content that they were compared with.',
);

export const NewContentApplicationSchema = Type.Object(
  { ...folder, revision },
  { ...exact, title: 'NewContentApplication' },
);

const PlannedFileSchema = Type.Object(
  {
    path: Type.String(),
    kind: Type.String({ description: 'Such as `tile`, `dataset` or `connection`.' }),
    id: Type.String(),
    title: Type.String(),
    action: Type.Enum(['create', 'change', 'publish', 'delete', 'keep'], {
      description:
        '`publish`: the working copy stays as it is. `keep`: not among the files, and not deleted without `prune` or while other content uses it.',
    }),
    changes: Type.Array(ContentChangeSchema),
  },
  { title: 'PlannedFile' },
);
export type PlannedFile = Wire<typeof PlannedFileSchema>;

const PlannedEmbedSchema = Type.Object(
  {
    id: Type.String(),
    appId: Type.String(),
    title: Type.String(),
    change: Type.Enum(['new', 'changed', 'deleted']),
    because: Type.Array(Type.Object({ kind: Type.String(), id: Type.String(), title: Type.String() }), {
      description: 'The parts that change what viewers of the embed see.',
    }),
  },
  { title: 'PlannedEmbed' },
);
export type PlannedEmbed = Wire<typeof PlannedEmbedSchema>;

export const ContentPlanSchema = Type.Object(
  {
    app: Type.String(),
    revision,
    files: Type.Array(PlannedFileSchema, { description: 'Without files that change nothing.' }),
    embeds: Type.Array(PlannedEmbedSchema, {
      description: 'Published embeds that viewers will see differently, in any app.',
    }),
  },
  { title: 'ContentPlan' },
);
export type ContentPlan = Wire<typeof ContentPlanSchema>;

export const ExportedContentSchema = Type.Object(
  { files: Type.Array(SentFileSchema) },
  { title: 'ExportedContent' },
);

/** A problem of a file, in `details` of the error that a plan or an application returns. */
const FolderProblemSchema = Type.Object({
  file: Type.String(),
  path: Type.String(),
  problem: Type.String(),
  line: Type.Optional(Nullable(Type.Integer())),
});
export type FolderProblem = Wire<typeof FolderProblemSchema>;

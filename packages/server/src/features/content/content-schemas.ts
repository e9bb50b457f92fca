import { ContentChangeSchema, contentFacts } from '@inlay/protocol/content';
import { exact, Identifier, Nullable, Text, Timestamp } from '@inlay/protocol/schema-parts';
import Type, { type TObject, type TSchema } from 'typebox';

/**
 * A schema for the documentation only. Content was validated when it was written, and running the serializer through
 * its unions again would cost more than writing it. Behind a function, because the serializer's compiler follows every
 * reference that it finds.
 */
export const documentedAs = (schema: TSchema & { readonly title?: string }) =>
  Type.Unsafe<unknown>({ title: schema.title, 'x-openapi': () => schema });

const { revision, updatedAt, ...others } = contentFacts;
const shownFacts = {
  ...others,
  revision: Nullable(revision),
  updatedAt: Nullable(updatedAt),
};

export const ContentBody = (content: TObject) =>
  documentedAs(Type.Object({ ...shownFacts, ...content.properties }, { title: nameOf(content) }));

export const NewContentBody = (content: TObject, inApp: boolean) =>
  Type.Object(
    {
      id: Type.Optional(
        Type.String({ ...Identifier, description: 'Made from the title where it is not given.' }),
      ),
      ...(inApp ? { appId: Identifier } : {}),
      ...content.properties,
    },
    { additionalProperties: false, title: `New${nameOf(content)}` },
  );

export const ContentChangeBody = (content: TObject) =>
  Type.Object(
    Object.fromEntries(
      Object.entries(content.properties).map(([key, schema]) => [key, Type.Optional(Nullable(schema))]),
    ),
    { additionalProperties: false, title: `${nameOf(content)}Change` },
  );

export const VersionBody = (content: TObject) =>
  Type.Object(
    {
      version: Type.Integer(),
      revision: Type.Integer(),
      author: Nullable(Type.String()),
      at: Timestamp,
      comment: Nullable(Type.String()),
      content: documentedAs(content),
    },
    { title: `${nameOf(content)}Version` },
  );

export const ChangesBody = Type.Object(
  { changes: Type.Array(documentedAs(ContentChangeSchema)) },
  { title: 'ContentChanges' },
);

const nameOf = (schema: TObject): string =>
  ((schema as { title?: string }).title ?? '').replace('Content', '');

const comment = Text(1, 2000);
export const TransitionCommentBody = Type.Object(
  { comment: Type.Optional(comment) },
  { ...exact, title: 'MoveComment' },
);
export const ReturnCommentBody = Type.Object({ comment }, { ...exact, title: 'ReturnComment' });

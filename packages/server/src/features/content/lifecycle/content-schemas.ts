import { ContentFactsSchema, contentVersion } from '@inlay/content/content';
import { ContentChangeSchema } from '@inlay/protocol/content-change';
import { Identifier, Nullable, serializedAsIs } from '@inlay/protocol/schema-parts';
import Type, { type TObject } from 'typebox';

export const ContentBody = (content: TObject) =>
  serializedAsIs(
    Type.Object({ ...ContentFactsSchema.properties, ...content.properties }, { title: nameOf(content) }),
  );

export const NewContentBody = (content: TObject, inApp: boolean) =>
  Type.Object(
    {
      id: Type.Optional(
        Type.String({ ...Identifier, description: 'Defaults to an identifier derived from the title.' }),
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
      ...contentVersion,
      content: serializedAsIs(content),
    },
    { title: `${nameOf(content)}Version` },
  );

export const ChangesBody = Type.Object(
  { changes: Type.Array(serializedAsIs(ContentChangeSchema)) },
  { title: 'ContentChanges' },
);

const nameOf = (schema: TObject): string =>
  ((schema as { title?: string }).title ?? '').replace('Content', '');

import type { ContentFile } from '@inlay/content/content-plan';
import { Identifier } from '@inlay/protocol/schema-parts';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import { StartError } from '../../../platform/errors.ts';
import { toYaml } from './content-yaml.ts';
import { folderKinds } from './folder-kinds.ts';
import type { FolderFile } from './parse-folder.ts';
import { addressOf } from './read-folder.ts';

/** An app's files as YAML, and the schemas for editor completion. Refuses paths that could leave the folder. */
export function folderTexts(files: readonly ContentFile[]): readonly FolderFile[] {
  const texts = files.map(({ path, content }) => {
    const address = addressOf(path);
    const isOwn = address && (address.id === '' || shapeErrors(Identifier, address.id).length === 0);
    if (!isOwn)
      throw new StartError(
        `The instance sent a file with the path ${JSON.stringify(path)}, which is not written.`,
      );
    const { kind, schema, folder } = address.kind;
    return {
      path,
      text: toYaml(schema, content, `${folder === undefined ? '.' : '..'}/schema/${kind}.json`),
    };
  });
  return [...texts, ...schemaFiles()];
}

/** Schemas for editor completion. */
export function schemaFiles(): readonly FolderFile[] {
  return folderKinds.map(({ kind, schema }) => ({
    path: `schema/${kind}.json`,
    text: `${JSON.stringify(portableSchema(schema, kind), null, 2)}\n`,
  }));
}

type Json = Readonly<Record<string, unknown>>;

/** A schema for editors: references by path, and without keywords that only this server understands. */
function portableSchema(schema: object, title: string): object {
  const definitions: Record<string, unknown> = {};
  const { title: _, ...body } = portable(schema, definitions) as Record<string, unknown>;
  const shared = Object.keys(definitions).length > 0 ? { $defs: definitions } : {};
  return { $schema: 'http://json-schema.org/draft-07/schema#', title, ...body, ...shared };
}

function portable(node: unknown, definitions: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((item) => portable(item, definitions));
  if (typeof node !== 'object' || node === null) return node;
  const { $defs, $ref, 'x-problem': _problem, 'x-openapi': _openapi, ...rest } = node as Json;
  for (const [name, schema] of Object.entries(($defs as Json | undefined) ?? {})) {
    if (Object.hasOwn(definitions, name)) continue;
    definitions[name] = {};
    definitions[name] = portable(schema, definitions);
  }
  if (typeof $ref === 'string') return { $ref: `#/$defs/${$ref}` };
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, portable(value, definitions)]));
}

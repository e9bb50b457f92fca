import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import type { Store } from '../../platform/store/store.ts';
import { toYaml } from './content-yaml.ts';
import type { FolderKind } from './folder-kind.ts';
import { folderKinds } from './folder-kinds.ts';
import { findItem } from './items.ts';

/** A file in an app's folder. */
export interface FolderFile {
  readonly path: string;
  readonly text: string;
}

export const filePath = ({ folder }: Pick<FolderKind, 'folder'>, id: string): string =>
  folder === undefined ? 'app.yaml' : `${folder}/${id}.yaml`;

/** An app as files: a consistent snapshot of the working copies, and the schemas for editor completion. */
export async function exportApp(
  store: Store,
  tenantId: TenantId,
  appId: string,
): Promise<readonly FolderFile[]> {
  return store.snapshot(async (queries) => {
    if (!(await findItem(queries, tenantId, 'app', appId)))
      throw new AppError('NOT_FOUND', { message: `App '${appId}' does not exist.` });
    const files: FolderFile[] = [];
    for (const kind of folderKinds) {
      const up = kind.folder === undefined ? '.' : '..';
      for (const [id, value] of await kind.list(queries, tenantId, appId)) {
        const text = toYaml(kind.schema, value, `${up}/schema/${kind.kind}.json`);
        files.push({ path: filePath(kind, id), text });
      }
    }
    return [...files, ...schemaFiles()];
  });
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

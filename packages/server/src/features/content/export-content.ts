import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import type { Store } from '../../platform/store/store.ts';
import { toYaml } from './content-yaml.ts';
import type { FolderKind } from './folder-kind.ts';
import { folderKinds } from './folder-kinds.ts';
import { findItem } from './items.ts';
import { portableSchema } from './portable-schema.ts';

/** A file of an app's folder, by its path in it. */
export interface FolderFile {
  readonly path: string;
  readonly text: string;
}

export const filePath = ({ folder }: Pick<FolderKind, 'folder'>, id: string): string =>
  folder === undefined ? 'app.yaml' : `${folder}/${id}.yaml`;

/** An app as files: the working copies, all of one moment, and the schemas that editors complete them with. */
export async function exportApp(
  store: Store,
  tenantId: TenantId,
  appId: string,
): Promise<readonly FolderFile[]> {
  return store.snapshot(async (queries) => {
    if (!(await findItem(queries, tenantId, 'app', appId)))
      throw new AppError('NOT_FOUND', { message: `There is no app '${appId}'.` });
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

/** The schemas that editors complete an app's files with. */
export function schemaFiles(): readonly FolderFile[] {
  return folderKinds.map(({ kind, schema }) => ({
    path: `schema/${kind}.json`,
    text: `${JSON.stringify(portableSchema(schema, kind), null, 2)}\n`,
  }));
}

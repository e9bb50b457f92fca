import { join } from 'node:path';
import { FULL_ACCESS } from '../features/content/content-request.ts';
import { exportApp } from '../features/content/export-content.ts';
import { compareFolder, type FolderDifference, importFolder } from '../features/content/import-content.ts';
import { OPERATOR } from '../platform/identity/acting.ts';
import { defineCommand, print } from './command.ts';
import { readFolderFiles, writeFolderFiles } from './folder-files.ts';
import { chosenTenant } from './user.ts';
import { withServices } from './with-services.ts';

const operator = { as: FULL_ACCESS, actor: null, caller: OPERATOR };

const folderArgument = { label: '<folder>', noun: 'folder', example: 'content/sales' };

export const contentExport = defineCommand({
  summary: 'write an app as files',
  argument: { label: '<app>', noun: 'app', example: 'sales' },
  options: { to: { type: 'string', value: 'FOLDER' }, tenant: { type: 'string', value: 'ID' } },
  details: `Writes FOLDER/<app>/app.yaml and the draft of each dataset, tile, story, dashboard and embed as a file, with a JSON
Schema for completion in editors. This includes dashboards that viewers made in a builder, drafts too, with their
owners. Without --to the folder is ./content. Files of things that the app no longer has are removed.`,
  run({ argument: appId, values, env }) {
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      const files = await exportApp(services.store, tenant.id, appId);
      const folder = join(values.to ?? 'content', appId);
      const { written, removed } = writeFolderFiles(folder, files);
      for (const path of removed) print(`- ${path}\n`);
      print(`App '${appId}' is in ${folder}: ${files.length} files, ${written} of them changed.\n`);
      return 0;
    });
  },
});

export const contentDiff = defineCommand({
  summary: 'show what an import of a folder would change',
  argument: folderArgument,
  options: { tenant: { type: 'string', value: 'ID' } },
  details: 'Exits with 1 if the folder and the app differ.',
  run({ argument: folder, values, env }) {
    const files = readFolderFiles(folder);
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      const differences = await compareFolder(services.store, tenant.id, files);
      print(describe(differences));
      return differences.length > 0 ? 1 : 0;
    });
  },
});

export const contentImport = defineCommand({
  summary: 'update an app from a folder',
  argument: folderArgument,
  options: {
    'dry-run': { type: 'boolean' },
    publish: { type: 'boolean' },
    tenant: { type: 'string', value: 'ID' },
  },
  details: `Shows the differences, then writes all of them or none. Things that only the app has stay. New and changed things are
drafts unless --publish publishes them; dashboards of viewers are published only if they were published where they come
from. --dry-run checks everything and writes nothing.`,
  run({ argument: folder, values, env }) {
    const files = readFolderFiles(folder);
    const options = { dryRun: values['dry-run'] ?? false, publish: values.publish ?? false };
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      print(describe(await compareFolder(services.store, tenant.id, files)));
      await importFolder({ services, tenantId: tenant.id, ...operator }, files, options);
      print(options.dryRun ? 'Everything can be imported. Nothing was written.\n' : 'Imported.\n');
      return 0;
    });
  },
});

const signs = { new: '+', changed: '~', 'only in the app': '?' } as const;

function describe(differences: readonly FolderDifference[]): string {
  if (differences.length === 0) return 'The folder and the app are the same.\n';
  return differences
    .map(({ path, is, changes }) => {
      const lines = changes.map((change) => `    ${change.path}: ${wording(change)}\n`);
      return `${signs[is]} ${path}${is === 'only in the app' ? '  (only in the app)' : ''}\n${lines.join('')}`;
    })
    .join('');
}

function wording({ kind, before, after }: FolderDifference['changes'][number]): string {
  if (kind === 'added') return `added ${short(after)}`;
  if (kind === 'removed') return `removed ${short(before)}`;
  return `${short(before)} → ${short(after)}`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

import { join } from 'node:path';
import { FULL_ACCESS } from '../features/content/content-request.ts';
import { exportApp } from '../features/content/export-content.ts';
import { compareFolder, type FolderDifference, importFolder } from '../features/content/import-content.ts';
import { OPERATOR } from '../platform/identity/acting.ts';
import { chosenTenant, TENANT_OPTION } from './chosen-tenant.ts';
import { defineCommand, print } from './command.ts';
import { readFolderFiles, writeFolderFiles } from './folder-files.ts';
import { withServices } from './with-services.ts';

const operator = { as: FULL_ACCESS, actor: null, caller: OPERATOR };

const folderArgument = { label: '<folder>', description: 'Folder of the app, which contains app.yaml' };

export const contentExport = defineCommand({
  summary: 'Export an app as YAML files',
  argument: { label: '<app>', description: 'Id of the app' },
  options: {
    to: { type: 'string', value: 'FOLDER', description: 'Folder to write to (default: ./content)' },
    tenant: TENANT_OPTION,
  },
  details: `Writes FOLDER/<app>/app.yaml and one file per dataset, tile, story, dashboard and embed, with JSON Schemas
for completion in editors. Files contain the working copies, including dashboards that viewers made in
a Dashboard Builder, with their owners. Files of content that no longer exists are removed.`,
  examples: ['sales', 'sales --to backup/content --tenant acme'],
  run({ argument: appId, values, env }) {
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      const files = await exportApp(services.store, tenant.id, appId);
      const folder = join(values.to ?? 'content', appId);
      const { written, removed } = writeFolderFiles(folder, files);
      for (const path of removed) print(`- ${path}\n`);
      print(`Exported app '${appId}' to ${folder}: ${files.length} files, ${written} changed.\n`);
      return 0;
    });
  },
});

export const contentDiff = defineCommand({
  summary: 'Show what an import of a folder would change',
  argument: folderArgument,
  options: { tenant: TENANT_OPTION },
  details: 'Compares the files of a folder with the working copies of the app. Changes nothing.',
  examples: ['content/sales'],
  exitCodes: { 1: 'The folder and the app differ, or an error occurred' },
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
  summary: 'Create or update an app from a folder',
  argument: folderArgument,
  options: {
    'dry-run': { type: 'boolean', description: 'Check everything, but write nothing' },
    publish: { type: 'boolean', description: 'Publish new and changed content' },
    tenant: TENANT_OPTION,
  },
  details: `Shows the differences, then writes all of them or none. Content that is only in the app is kept. New and
changed content becomes a draft unless --publish is set. Dashboards that viewers made are published only
if they were published at the time of the export.`,
  examples: ['content/sales --dry-run', 'content/sales --publish'],
  run({ argument: folder, values, env }) {
    const files = readFolderFiles(folder);
    const options = { dryRun: values['dry-run'] ?? false, publish: values.publish ?? false };
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      print(describe(await compareFolder(services.store, tenant.id, files)));
      await importFolder({ services, tenantId: tenant.id, ...operator }, files, options);
      print(options.dryRun ? 'The folder can be imported. Nothing was written.\n' : 'Imported.\n');
      return 0;
    });
  },
});

const signs = { new: '+', changed: '~', 'only in the app': '?' } as const;

function describe(differences: readonly FolderDifference[]): string {
  if (differences.length === 0) return 'No differences.\n';
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

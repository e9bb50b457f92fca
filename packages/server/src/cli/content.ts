import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EVERYTHING } from '../features/content/content-request.ts';
import { exportApp } from '../features/content/export-content.ts';
import { compareFolder, type FolderDifference, importFolder } from '../features/content/import-content.ts';
import { OPERATOR } from '../platform/identity/acting.ts';
import { type Command, print } from './command.ts';
import { readFolderFiles, writeFolderFiles } from './folder-files.ts';
import { oneArgument } from './one-argument.ts';
import { chosenTenant } from './user.ts';
import { withServices } from './with-services.ts';

const operator = { as: EVERYTHING, actor: null, caller: OPERATOR };

export const contentExport: Command = {
  summary: 'write an app as files',
  usage: `inlay content export <app> [--to FOLDER] [--tenant ID]

Writes FOLDER/<app>/app.yaml and a file for each dataset, tile, story, dashboard and embed, as they are being worked
on, with a JSON Schema beside them so that editors complete. Dashboards that viewers made in a builder are among them,
drafts too, each with its owner. Without --to the folder is ./content. Files of things that the app
no longer has are removed.`,
  run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { to: { type: 'string' }, tenant: { type: 'string' } },
    });
    const appId = oneArgument(positionals, 'Name one app, such as: inlay content export sales');
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
};

export const contentDiff: Command = {
  summary: 'show what an import of a folder would change',
  usage:
    'inlay content diff <folder> [--tenant ID]\n\nThe exit code is 1 where the folder and the app differ.',
  run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tenant: { type: 'string' } },
    });
    const files = readFolderFiles(oneFolder(positionals, 'diff'));
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      const differences = await compareFolder(services.store, tenant.id, files);
      print(describe(differences));
      return differences.length > 0 ? 1 : 0;
    });
  },
};

export const contentImport: Command = {
  summary: 'make an app what a folder says',
  usage: `inlay content import <folder> [--dry-run] [--publish] [--tenant ID]

Shows the differences, then writes them: all or nothing. What is the same is not touched; what the app has and the
folder has not stays. New and changed things are drafts, unless --publish publishes them; dashboards of viewers only if they were
published where they come from. --dry-run checks everything and writes nothing.`,
  run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tenant: { type: 'string' }, 'dry-run': { type: 'boolean' }, publish: { type: 'boolean' } },
    });
    const files = readFolderFiles(oneFolder(positionals, 'import'));
    const options = { dryRun: values['dry-run'] ?? false, publish: values.publish ?? false };
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      print(describe(await compareFolder(services.store, tenant.id, files)));
      await importFolder({ services, tenantId: tenant.id, ...operator }, files, options);
      print(options.dryRun ? 'All of it could be imported. Nothing was written.\n' : 'Imported.\n');
      return 0;
    });
  },
};

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

function oneFolder(positionals: readonly string[], command: string): string {
  return oneArgument(
    positionals,
    `Name the folder of one app, such as: inlay content ${command} content/sales`,
  );
}

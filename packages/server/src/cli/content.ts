import { join } from 'node:path';
import type { ContentFile, ContentPlan, SentFile } from '@inlay/content/content-plan';
import type { Environment } from '../config.ts';
import { applyFolder, planFolder } from '../features/content/as-code/deploy-folder.ts';
import { exportApp } from '../features/content/as-code/export-content.ts';
import { isFolderProblems, problemText } from '../features/content/as-code/folder-error.ts';
import { folderTexts } from '../features/content/as-code/folder-texts.ts';
import { type ParsedFolder, parseFolder } from '../features/content/as-code/parse-folder.ts';
import { readSentFiles, toSentFile } from '../features/content/as-code/sent-files.ts';
import { FULL_ACCESS } from '../features/content/store/content-request.ts';
import { AppError, StartError } from '../platform/errors.ts';
import { OPERATOR } from '../platform/identity/acting.ts';
import { printable } from '../platform/printable.ts';
import { chosenTenant, TENANT_OPTION } from './chosen-tenant.ts';
import { defineCommand, print } from './command.ts';
import { downloadFiles, planUploads, uploadFiles, uploadText } from './content/data-files.ts';
import { connectTo, type InstanceClient } from './content/instance-client.ts';
import { hasChanges, planText } from './content/plan-text.ts';
import { readMapping, readVariables } from './content/read-variables.ts';
import { readFolderFiles, writeFolderFiles } from './folder-files.ts';
import { UsageError } from './usage-error.ts';
import { withServices } from './with-services.ts';

const operator = { as: FULL_ACCESS, actor: null, caller: OPERATOR };

const folderArgument = { label: '<folder>', description: 'Folder of the app, which contains app.yaml' };

const instanceOptions = {
  url: {
    type: 'string',
    value: 'URL',
    description: 'URL of the tenant on the instance (default: the variable INLAY_URL)',
  },
  key: {
    type: 'string',
    value: 'KEY',
    description: 'API key (default: the variable INLAY_KEY)',
  },
} as const;

const deployOptions = {
  publish: { type: 'boolean', description: 'Publish new and changed content' },
  prune: { type: 'boolean', description: 'Delete content of the app that the folder lacks' },
  map: {
    type: 'string',
    multiple: true,
    value: 'FROM=TO',
    description: 'Use the connection TO of the instance, by id or name, where files name FROM. Repeatable',
  },
} as const;

const withFiles = { type: 'boolean', description: 'Include the uploaded files of the datasets' } as const;
const json = { type: 'boolean', description: 'Print the plan as JSON' } as const;

export const contentExport = defineCommand({
  summary: 'Export an app as YAML files',
  argument: { label: '<app>', description: 'Id of the app' },
  options: {
    ...instanceOptions,
    to: { type: 'string', value: 'FOLDER', description: 'Folder to write to (default: ./content)' },
    'with-connections': {
      type: 'boolean',
      description: 'Include the connections of the datasets, without passwords',
    },
    'with-files': withFiles,
    tenant: { ...TENANT_OPTION, description: `${TENANT_OPTION.description}; without --url only` },
  },
  details: `Writes FOLDER/<app>/app.yaml and one file per dataset, tile, story, dashboard and embed, with JSON Schemas
for completion in editors. Files contain the working copies, including dashboards that viewers made in
a Dashboard Builder, with their owners. Files of content that no longer exists are removed.

Without --url it opens the store of this machine, for the first set-up of an instance.`,
  examples: [
    'sales --url https://analytics.example.com',
    'sales --url https://analytics.example.com --with-connections --with-files',
    'sales --to backup/content --tenant acme',
  ],
  async run({ argument: appId, values, env }) {
    const folder = join(values.to ?? 'content', appId);
    const connections = values['with-connections'] ?? false;
    const write = (files: readonly ContentFile[]) => {
      const texts = folderTexts(files);
      const kept = connections ? [] : ['connections'];
      const { written, removed } = writeFolderFiles(folder, texts, { kept });
      for (const path of removed) print(`- ${path}\n`);
      print(`Exported app '${appId}' to ${folder}: ${texts.length} files, ${written} changed.\n`);
    };
    if (isRemote(values, env)) {
      if (values.tenant !== undefined)
        throw new UsageError(
          '--tenant is for the store of this machine. With --url, the URL names the tenant.',
        );
      const instance = connect(values, env);
      const path = `apps/${encodeURIComponent(appId)}/content?connections=${connections}`;
      const { files: sent } = (await instance.get(path)) as { readonly files: readonly SentFile[] };
      const files = await readSentFiles(sent);
      write(files);
      const names = values['with-files'] ? await downloadFiles(instance, folder, files) : [];
      for (const name of names) print(`+ files/${name}\n`);
      return 0;
    }
    if (values['with-files']) throw new StartError('--with-files needs --url.');
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      write(await exportApp(services.store, tenant.id, appId, { connections }));
      return 0;
    });
  },
});

const noteOnConnections = `Files in connections/ may contain \${NAME} where environments differ: its value comes from the environment
variable NAME, and is neither printed nor stored in files.`;

export const contentPlan = defineCommand({
  summary: 'Show what applying a folder would change',
  argument: folderArgument,
  options: { ...instanceOptions, ...deployOptions, 'with-files': withFiles, json },
  details: `Compares the files of a folder with the working copies of an instance, and checks everything that apply
checks. Changes nothing. Also lists the published embeds that viewers will see differently.

${noteOnConnections}`,
  examples: [
    'content/sales --url https://analytics.example.com --publish',
    'content/sales --url https://analytics.example.com --map warehouse=warehouse-prod --prune --json',
  ],
  exitCodes: { 0: 'No changes', 1: 'Error, or incorrect usage', 2: 'There are changes' },
  usageExitCode: 1,
  run: ({ argument: folder, values, env }) =>
    reporting(async () => {
      const instance = connect(values, env);
      const { request, parsed } = await readDeployment(folder, values, env);
      const plan = (await locating(parsed, () =>
        instance.ask('content-plans', toWire(request)),
      )) as ContentPlan;
      const uploads = values['with-files'] ? await planUploads(instance, folder) : [];
      const isChanged = hasChanges(plan) || uploads.length > 0;
      if (values.json) print(`${JSON.stringify({ ...plan, uploads, changed: isChanged }, null, 2)}\n`);
      else {
        print(`${uploadText(uploads)}${planText(plan, { prune: values.prune ?? false })}`);
        if (isChanged) print(`Revision: ${printable(plan.revision)}\n`);
      }
      return isChanged ? CHANGED : 0;
    }),
});

const CHANGED = 2;

export const contentApply = defineCommand({
  summary: 'Apply a folder to an instance',
  argument: folderArgument,
  options: {
    ...instanceOptions,
    ...deployOptions,
    'with-files': withFiles,
    revision: {
      type: 'string',
      value: 'REVISION',
      description:
        'Revision that a plan printed. Refused if the instance, the folder or an option changed since',
    },
    json,
  },
  details: `Makes all changes of the plan or none, in one transaction. Without --revision it makes the plan itself, shows
it and applies it. New and changed content becomes a draft unless --publish is set; apps, embeds, datasets
and connections have no drafts. Dashboards that viewers made are published only if they were published at the
time of the export. Uploaded files are replaced before the transaction.

${noteOnConnections}`,
  examples: [
    'content/sales --url https://analytics.example.com --publish --revision "$REVISION"',
    'content/sales --url https://analytics.example.com --with-files',
  ],
  run: ({ argument: folder, values, env }) =>
    reporting(async () => {
      const instance = connect(values, env);
      const { request, parsed } = await readDeployment(folder, values, env);
      const uploads = values['with-files'] ? await planUploads(instance, folder) : [];
      let { revision } = values;
      if (revision === undefined || uploads.length > 0) {
        const plan = (await locating(parsed, () =>
          instance.ask('content-plans', toWire(request)),
        )) as ContentPlan;
        if (revision !== undefined && revision !== plan.revision)
          throw new StartError(
            'This is not the revision of the plan any more. Plan again and review the changes.',
          );
        if (values.revision === undefined && !values.json)
          print(`${uploadText(uploads)}${planText(plan, { prune: values.prune ?? false })}`);
        revision = plan.revision;
      }
      await uploadFiles(instance, folder, uploads);
      const sent = { ...toWire(request), revision };
      const applied = (await locating(parsed, () =>
        instance.change('content-applications', sent),
      )) as ContentPlan;
      if (values.json) print(`${JSON.stringify({ ...applied, uploads }, null, 2)}\n`);
      else print(hasChanges(applied) || uploads.length > 0 ? 'Applied.\n' : 'Nothing to apply.\n');
      return 0;
    }),
});

export const contentImport = defineCommand({
  summary: 'Create or update an app from a folder, for the first set-up',
  argument: folderArgument,
  options: {
    'dry-run': { type: 'boolean', description: 'Check everything, but write nothing' },
    ...deployOptions,
    tenant: TENANT_OPTION,
  },
  details: `Opens the store of this machine, with or without a running server. To change a running instance, use
'inlay content plan' and 'inlay content apply'. Shows the differences, then writes all of them or none.`,
  examples: ['content/sales --dry-run', 'content/sales --publish'],
  run: ({ argument: folder, values, env }) =>
    reporting(async () => {
      const { request, parsed } = await readDeployment(folder, values, env);
      return withServices(env, async (services) => {
        const tenant = await chosenTenant(services, values.tenant);
        const { files, ...options } = request;
        const by = { services, tenantId: tenant.id, ...operator };
        const deploy = values['dry-run'] ? planFolder : applyFolder;
        const plan = await locating(parsed, () => deploy(by, files, options));
        print(planText(plan, { prune: options.prune }));
        print(values['dry-run'] ? 'The folder can be imported. Nothing was written.\n' : 'Imported.\n');
        return 0;
      });
    }),
});

interface Given {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

const isRemote = ({ url }: Given, env: Environment) => (url ?? env.INLAY_URL) !== undefined;

const connect = ({ url, key }: Given, env: Environment): InstanceClient =>
  connectTo({ url: url ?? env.INLAY_URL, key: key ?? env.INLAY_KEY });

interface DeploymentValues {
  readonly publish?: boolean | undefined;
  readonly prune?: boolean | undefined;
  readonly map?: readonly string[] | undefined;
}

async function readDeployment(
  folder: string,
  { publish = false, prune = false, map }: DeploymentValues,
  env: Environment,
) {
  const parsed = await parseFolder(readFolderFiles(folder));
  const { files } = parsed;
  const variables = readVariables(files, env);
  return { parsed, request: { files, publish, prune, connections: readMapping(map), variables } };
}

const toWire = <T extends { readonly files: readonly ContentFile[] }>(request: T) => ({
  ...request,
  files: request.files.map(toSentFile),
});

/** Adds lines to the problems of files. */
async function locating<T>({ locate }: ParsedFolder, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw locate(error);
  }
}

/** Prints each problem of a folder on its own line. */
async function reporting(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !isFolderProblems(error.details)) throw error;
    for (const problem of error.details) process.stderr.write(`${printable(problemText(problem))}\n`);
    return 1;
  }
}

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { type ContentClient, contentClient, makeOrders, TILE } from '../../support/content/content-client.ts';
import { logInAs } from '../../support/http/api-client.ts';
import { inlayBin } from '../../support/server/run-inlay.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { storeWith } from '../../support/server/worlds.ts';
import { APPLY_SCOPES, newApiKey, PLAN_SCOPES } from '../../support/tokens/new-api-key.ts';

interface Workflow {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<'plan' | 'apply', { readonly steps: readonly { readonly run?: string }[] }>>;
}

const path = '../../../examples/deploy-content/.github/workflows/content.yml';
const workflow = parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Workflow;

/** Runs the steps of the example workflow as GitHub does, except that Inlay is installed already. */
describe('the GitHub Actions workflow of the example', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let api: ContentClient;
  let folder: string;
  let env: Record<string, string>;

  before(async () => {
    store = await storeWith('started', sqliteStore);
    inlay = await startInlay(store);
    const key = await logInAs(inlay.url);
    api = contentClient(inlay, key);
    await makeOrders(api);
    folder = mkdtempSync(join(tmpdir(), 'inlay-workflow-'));
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeProgram(bin, 'inlay', `exec '${process.execPath}' '${inlayBin}' "$@"`);
    writeProgram(bin, 'node', `exec '${process.execPath}' "$@"`);
    writeProgram(bin, 'npm', '[ "$*" = "install --global inlay-server.tgz" ]');
    const content = join(folder, workflow.env.FOLDER ?? '');
    mkdirSync(join(content, 'tiles'), { recursive: true });
    writeFileSync(join(content, 'app.yaml'), 'format: 2\nid: sales\ntitle: Sales\nworkspaceId: main\n');
    writeFileSync(join(content, 'tiles', 'revenue.yaml'), JSON.stringify(TILE));
    env = {
      PATH: `${bin}:${process.env.PATH}`,
      FOLDER: workflow.env.FOLDER ?? '',
      SERVER_PACKAGE: 'inlay-server.tgz',
      INLAY_URL: inlay.url,
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      GITHUB_ENV: join(folder, 'github-env'),
    };
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await inlay?.close();
    await store?.drop();
  });

  function writeProgram(bin: string, name: string, line: string): void {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(bin, name), 0o755);
  }

  async function runStep(script: string) {
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: folder,
      env,
    });
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    const added = existsSync(env.GITHUB_ENV ?? '') ? readFileSync(env.GITHUB_ENV ?? '', 'utf8') : '';
    for (const line of added.split('\n').filter((each) => each.includes('=')))
      env[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
    return { code: code as number, output, errors };
  }

  async function runJob(name: keyof Workflow['jobs']) {
    // The secret of the repository, or of the environment that the job names.
    env.INLAY_KEY = await newApiKey(inlay.url, name === 'plan' ? PLAN_SCOPES : APPLY_SCOPES);
    for (const { run } of workflow.jobs[name].steps) {
      if (run === undefined) continue;
      const result = await runStep(run);
      assert.equal(result.code, 0, `${run}\n${result.output}${result.errors}`);
    }
  }

  it('plans a pull request into the summary and changes nothing', async () => {
    await runJob('plan');
    const summary = readFileSync(env.GITHUB_STEP_SUMMARY ?? '', 'utf8');
    assert.match(summary, /^```diff\n\+ app\.yaml\n\+ tiles\/revenue\.yaml\n/);
    assert.equal((await api('GET', 'apps/sales')).status, 404);
  });

  it('applies a merged commit and verifies it', async () => {
    await runJob('apply');
    assert.equal((await api('GET', 'tiles/revenue')).body.state, 'published');
  });

  it('fails a pull request with a mistake', async () => {
    writeFileSync(
      join(folder, workflow.env.FOLDER ?? '', 'tiles', 'revenue.yaml'),
      JSON.stringify({ ...TILE, kind: 'barr' }),
    );
    const [plan] = workflow.jobs.plan.steps.flatMap(({ run }) => (run?.includes(' plan ') ? [run] : []));
    const { code, errors } = await runStep(plan ?? '');
    assert.notEqual(code, 0);
    assert.match(errors, /^tiles\/revenue\.yaml:1 {2}\/kind must be one of/);
  });
});

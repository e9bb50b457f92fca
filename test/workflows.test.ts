import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

interface Workflow {
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: unknown;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const files = globSync('.github/workflows/*.yml', { cwd: root });

describe('GitHub workflows', () => {
  it('exist', () => assert.ok(files.length > 0));

  for (const file of files) {
    const workflow = parse(read(file)) as Workflow;
    const jobs = Object.values(workflow.jobs);
    const steps = jobs.flatMap((job) => job.steps);

    it(`${file}: runs only npm scripts of this repository`, () => {
      const runs = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
      assert.ok(runs.length > 0);
      for (const run of runs) {
        const script = /^npm (?:run )?([\w:-]+)$/.exec(run)?.[1] ?? '';
        assert.ok(run === 'npm test' || run.startsWith('npm run '), `"${run}" is not an npm script`);
        assert.ok(script in manifest.scripts, `package.json has no script "${script}"`);
      }
    });

    it(`${file}: uses only actions of GitHub, pinned by commit`, () => {
      for (const uses of steps.flatMap(({ uses }) => uses ?? []))
        assert.match(uses, /^actions\/[a-z-]+@[0-9a-f]{40}$/);
    });

    it(`${file}: has read-only permissions and a timeout`, () => {
      // The token that proves the origin of published packages.
      const provenance = file.endsWith('release.yml') ? { 'id-token': 'write' } : {};
      assert.deepEqual(workflow.permissions, { contents: 'read', ...provenance });
      assert.ok(workflow.concurrency);
      for (const job of jobs) {
        assert.equal(job.permissions, undefined);
        assert.ok(Number(job['timeout-minutes']) > 0);
      }
    });
  }

  it("run on the repository's own Node version", () => {
    assert.equal(read('.node-version').trim(), manifest.devDependencies.node);
  });
});

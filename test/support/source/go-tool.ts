import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { installOnce } from '../engines/install-once.ts';

const run = promisify(execFile);

/** How long a test may take that builds a program first. */
export const BUILD_MS = 900_000;

/** Programs that check deployment files, built from their Go modules: package and version. */
const TOOLS = {
  helm: ['helm.sh/helm/v3/cmd/helm', 'v3.22.0'],
  'kubectl-validate': ['sigs.k8s.io/kubectl-validate', 'v0.0.4'],
  'compose-go': ['github.com/compose-spec/compose-go/v2/cmd', 'v2.16.2'],
  caddy: ['github.com/caddyserver/caddy/v2/cmd/caddy', 'v2.11.7'],
} as const;

/** Returns the program, built once per user; skips the test where it cannot be built. */
export async function goTool(t: TestContext, name: keyof typeof TOOLS): Promise<string | undefined> {
  const [source, version] = TOOLS[name];
  try {
    const folder = await installOnce(`${name}-${version}`, async (target) => {
      const env = { ...process.env, GOBIN: target, CGO_ENABLED: '0' };
      await run('go', ['install', '-ldflags=-s -w', `${source}@${version}`], { env, timeout: BUILD_MS });
    });
    return join(folder, readdirSync(folder)[0] ?? '');
  } catch (error) {
    const { code, stderr = '' } = error as { code?: string; stderr?: string };
    const reason = code === 'ENOENT' ? 'Go is not on this machine' : stderr.trim().split('\n').at(-1);
    t.skip(`${name} ${version} cannot be built: ${reason}`);
    return undefined;
  }
}

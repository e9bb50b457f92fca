import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PREFIXES = [
  '/usr',
  '/usr/local',
  '/opt/homebrew',
  '/usr/local/opt/mariadb',
  '/opt/homebrew/opt/mariadb',
];

/** Returns the programs of an installed MariaDB, or nothing. */
export function findMariadb(prefixes = PREFIXES) {
  const find = (...names) =>
    prefixes.flatMap((prefix) => names.map((name) => join(prefix, name))).find((file) => existsSync(file));
  const server = find('sbin/mariadbd', 'libexec/mariadbd', 'bin/mariadbd');
  const installer = find('bin/mariadb-install-db');
  return server && installer ? { server, installer } : undefined;
}

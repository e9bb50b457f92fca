// The tests run against a real MariaDB; where its server is missing and we may install it, install it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SERVERS = [
  '/usr/sbin/mariadbd',
  '/usr/local/sbin/mariadbd',
  '/usr/libexec/mariadbd',
  '/opt/homebrew/bin/mariadbd',
];

/** @returns {boolean} whether a MariaDB server is there */
export function ensureMariadb() {
  if (SERVERS.some((file) => existsSync(file))) return true;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log('Installing mariadb-server for the tests (only the first time) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'mariadb-server'];
  for (const args of [install, ['update', '-qq'], install]) {
    const done = spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    if (args === install && done.status === 0) return true;
  }
  return false;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !ensureMariadb()) {
  console.error('MariaDB is not installed. Install the package mariadb-server, then run this again.');
  process.exit(1);
}

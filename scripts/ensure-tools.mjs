// What the tests need beyond npm's packages. PostgreSQL comes with npm where the system has none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const tools = [
  {
    name: 'Chromium',
    debian: 'chromium',
    found: () =>
      [
        process.env.CHROMIUM_PATH ?? '',
        '/usr/bin/chromium',
        '/usr/bin/chromium-browser',
        '/usr/bin/google-chrome',
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Applications/Chromium.app/Contents/MacOS/Chromium',
      ].some(existsSync),
    advice: 'install Chrome or Chromium, or set CHROMIUM_PATH to its program',
  },
  {
    name: 'MariaDB',
    debian: 'mariadb-server',
    found: () =>
      [
        '/usr/sbin/mariadbd',
        '/usr/local/opt/mariadb/bin/mariadbd',
        '/opt/homebrew/opt/mariadb/bin/mariadbd',
      ].some(existsSync),
    advice: 'install MariaDB (macOS: brew install mariadb)',
  },
];

/** Installs the missing ones where that is possible without asking (root on Debian), else says what to run. */
export function ensureTools() {
  const missing = tools.filter(({ found }) => !found());
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(' and ');
  const packages = missing.map(({ debian }) => debian);
  const debian = existsSync('/usr/bin/apt-get');
  if (!debian || process.getuid?.() !== 0) {
    const command = debian
      ? `sudo apt-get install -y ${packages.join(' ')}`
      : missing.map(({ advice }) => advice).join('; ');
    console.error(`The tests need ${names}. Run: ${command}`);
    process.exit(1);
  }
  console.log(`Installing ${names} from Debian's packages (only the first time) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  // The servers that come with a package are not wanted: the tests start private ones.
  const policy = '/usr/sbin/policy-rc.d';
  const install = () => apt('install', '-y', '--no-install-recommends', ...packages);
  const ownPolicy = !existsSync(policy);
  if (ownPolicy)
    spawnSync('sh', ['-c', `printf '#!/bin/sh\\nexit 101\\n' > ${policy} && chmod +x ${policy}`]);
  const done = apt('update') && install();
  if (ownPolicy) spawnSync('rm', ['-f', policy]);
  if (!done) {
    console.error(`That failed. Run: apt-get update && apt-get install -y ${packages.join(' ')}`);
    process.exit(1);
  }
}

export function missingTools() {
  return [];
}

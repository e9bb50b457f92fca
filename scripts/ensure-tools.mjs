// The programs that tests use and npm does not install on every system: a browser and MariaDB (ADR 257).
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findChromium, findInstalledChromium } from './find-chromium.mjs';
import { findMariadb } from './find-mariadb.mjs';

const TOOLS = [
  { name: 'Chromium', debian: 'chromium', isInstalled: () => findInstalledChromium() !== undefined },
  { name: 'MariaDB', debian: 'mariadb-server', isInstalled: () => findMariadb() !== undefined },
];

/** Installs system packages only in CI, where root owns a machine that is thrown away. Exits if there is no browser. */
export function ensureTools() {
  try {
    if (process.env.CI === 'true' && isRoot() && isDebian()) installTools();
    findChromium();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

/** Returns a sentence for each program whose tests are skipped, for the end of a run. */
export function missingTools(mariadb = findMariadb()) {
  return mariadb === undefined
    ? ['MariaDB is not installed, so its tests were skipped. `npm run test:tools` installs it.']
    : [];
}

/** Installs the missing programs from Debian's packages; where that is not possible, throws what to run instead. */
export function installTools() {
  const missing = TOOLS.filter(({ isInstalled }) => !isInstalled());
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(' and ');
  const packages = missing.map(({ debian }) => debian);
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (!isDebian())
    throw new Error(
      `Missing: ${names}. Install them with your system's package manager (macOS: brew install mariadb, brew install --cask google-chrome).`,
    );
  if (!isRoot()) throw new Error(`Missing: ${names}. Run: sudo ${command}`);
  console.log(`Installing ${names} from Debian's packages …`);
  if (
    !withoutStartingServices(
      () => apt('update') && apt('install', '-y', '--no-install-recommends', ...packages),
    )
  )
    throw new Error(`Installing ${names} failed, see above. Run: apt-get update && ${command}`);
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}

/** The tests start private servers, so the service of a package would only take memory. */
function withoutStartingServices(install) {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return install();
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return install();
  } finally {
    rmSync(policy, { force: true });
  }
}

const isRoot = () => process.getuid?.() === 0;

/** Ubuntu, for one, has apt-get as well, but no package of Chromium. */
const isDebian = () =>
  existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));

// The programs that tests use and npm does not install on every system: a browser and MariaDB.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findInstalledChromium, findTestChromium } from './find-chromium.mjs';
import { findMariadb } from './find-mariadb.mjs';

const TOOLS = [
  {
    name: 'Chromium',
    debian: 'chromium',
    // A chosen browser takes precedence over installed ones.
    isInstalled: () => Boolean(process.env.CHROMIUM_PATH || findInstalledChromium()),
  },
  { name: 'MariaDB', debian: 'mariadb-server', isInstalled: () => findMariadb() !== undefined },
];

/**
 * Finds the browser of the tests, or exits; leaves the system as it is unless told to install what is missing. The one
 * from npm is unpacked here, once: where several test processes did so at the same time, Chromium sometimes crashed.
 */
export function ensureTools({ isInstalling = false } = {}) {
  try {
    if (isInstalling) installTools();
    findTestChromium();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

/** In CI, root works on a machine that is thrown away. On any other machine packages are for its owner to install. */
export function mayInstall({ ci = process.env.CI, isRoot = runsAsRoot(), isDebian = runsDebian() } = {}) {
  return ci === 'true' && isRoot && isDebian;
}

/** Returns a sentence for each program whose tests are skipped, for the end of a run. */
export function missingTools(find = findMariadb) {
  return find() === undefined
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
  if (!runsDebian())
    throw new Error(
      `Missing: ${names}. Install them with your system's package manager (macOS: brew install mariadb, brew install --cask google-chrome).`,
    );
  if (!runsAsRoot()) throw new Error(`Missing: ${names}. Run: sudo ${command}`);
  console.log(`Installing ${names} from Debian's packages …`);
  withoutStartingServices(
    () => apt('update') && apt('install', '-y', '--no-install-recommends', ...packages),
  );
  if (!missing.every(({ isInstalled }) => isInstalled()))
    throw new Error(`Installing ${names} failed, see above. Run: apt-get update && ${command}`);
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
  return status === 0;
}

/** The tests start private servers, so the service of a package would only take memory. */
function withoutStartingServices(install) {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return void install();
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    install();
  } finally {
    rmSync(policy, { force: true });
  }
}

const runsAsRoot = () => process.getuid?.() === 0;

/** Ubuntu, for one, has apt-get as well, but no package of Chromium. */
const runsDebian = () =>
  existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));

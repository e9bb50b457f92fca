// Decides which Chromium the tests and benchmarks drive. Plain JavaScript without packages, because `npm test` runs this
// on whatever Node the machine has.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The value of `CHROMIUM_PATH` that selects the Chromium from npm on a machine that has another one. */
const BUNDLED = 'bundled';
/** `@sparticuz/chromium` contains a program for this system only. */
const BUNDLED_SYSTEM = 'linux-x64';

/** Returns launch options for Playwright; unpacks the Chromium from npm if the machine has no other. */
export function findChromium({ system = `${process.platform}-${process.arch}`, ...options } = {}) {
  const installed = findInstalledChromium(options);
  // Chromium's sandbox refuses to run as root.
  if (installed) return { executablePath: installed, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };
  if (system === BUNDLED_SYSTEM) return bundledChromium();
  throw new Error(
    'No Chrome or Chromium found. Install one (macOS: brew install --cask google-chrome; Debian: npm run test:tools), or set CHROMIUM_PATH to its program.',
  );
}

/**
 * Returns the browser of the tests. The Chromium from npm has no windows: it opens a page with a quarter of the work that
 * an installed one takes.
 */
export function findTestChromium() {
  return findChromium(`${process.platform}-${process.arch}` === BUNDLED_SYSTEM ? { places: [] } : {});
}

/** Returns the program of `CHROMIUM_PATH`, else of an installed browser, else nothing. */
export function findInstalledChromium({ chosen = process.env.CHROMIUM_PATH, places = USUAL_PLACES } = {}) {
  if (chosen === BUNDLED) return undefined;
  if (!chosen) return places.find((place) => existsSync(place));
  if (existsSync(chosen)) return chosen;
  throw new Error(
    `CHROMIUM_PATH is ${chosen}, which does not exist. Set it to a Chrome or Chromium program, or unset it.`,
  );
}

function bundledChromium() {
  const folder = unpackOnce();
  return {
    executablePath: join(folder, 'chromium'),
    // Ubuntu lets only programs that it knows create the namespaces of a sandbox. Frames of other sites get a process of
    // their own in every browser of a desktop, but in a headless shell only when asked.
    args: ['--no-sandbox', '--site-per-process'],
    env: {
      ...process.env,
      // In the locale C, a headless shell claims the language "en-US@posix", which `Intl` refuses.
      LC_ALL: 'en_US.UTF-8',
      // A machine without a browser may lack its libraries and fonts too. Both come with the package.
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

function unpackOnce() {
  const manifest = join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const folder = join(root, 'node_modules', '.cache', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  // The package unpacks into the folder for temporary files, which is an environment variable: hence a process of its own.
  const script = join(root, 'scripts', 'tools', 'unpack-chromium.mjs');
  const unpacking = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  if (unpacking.status !== 0)
    throw new Error(
      `Unpacking the Chromium from npm failed: ${unpacking.error?.message ?? unpacking.stderr}`,
    );
  return folder;
}

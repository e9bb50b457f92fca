import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/server/free-port.ts';
import { findProgram, type Program, startProgram } from './start-program.ts';
import {
  COMMAND_MS,
  COMMANDS,
  type StartOptions,
  TIMEOUTS,
  type WebDriver,
  WebDriverError,
} from './web-driver.ts';

const START_MS = 60_000;

const driverPath = findProgram('WebKitWebDriver');
const xvfbPath = findProgram('Xvfb');

export const whyNoWebkit =
  (driverPath === undefined || xvfbPath === undefined) &&
  `${driverPath === undefined ? 'WebKitWebDriver' : 'Xvfb'} is not installed (Debian: apt-get install webkit2gtk-driver xvfb).`;

/** A WebKitGTK browser with an empty profile, on a screen of its own. */
export async function startWebkit({ blocksThirdParties }: StartOptions): Promise<WebDriver> {
  if (driverPath === undefined || xvfbPath === undefined) throw new Error('WebKit is not installed.');
  const home = mkdtempSync(join(tmpdir(), 'inlay-webkit-'));
  const screen = startProgram(
    xvfbPath,
    ['-displayfd', '3', '-screen', '0', '1600x1300x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  );
  const programs: Program[] = [screen];
  const stop = async () => {
    for (const program of programs.toReversed()) await program.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const port = await freePort();
    const driver = startProgram(driverPath, [`--port=${port}`], {
      env: {
        ...process.env,
        DISPLAY: `:${await displayOf(screen)}`,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        GDK_BACKEND: 'x11',
        GTK_A11Y: 'none',
        LC_ALL: 'C.UTF-8',
        LIBGL_ALWAYS_SOFTWARE: '1',
        // Its sandbox needs namespaces, which containers and root do not have.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      },
    });
    programs.push(driver);
    const url = `http://127.0.0.1:${port}`;
    await untilReady(url, driver);
    const args = [
      '--automation',
      // Intelligent Tracking Prevention, which Safari always has, rejects them anyway.
      `--cookies-policy=${blocksThirdParties ? 'no-third-party' : 'always'}`,
      ...(blocksThirdParties ? ['--enable-itp'] : []),
    ];
    const { sessionId, capabilities } = (await request(`${url}/session`, 'POST', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { args }, timeouts: TIMEOUTS },
      },
    })) as { sessionId: string; capabilities: { browserVersion: string } };
    const session = `${url}/session/${sessionId}`;
    // WebKitWebDriver does not scroll a page to click inside its frame, so all of it has to be visible.
    await request(`${session}/window/rect`, 'POST', { x: 0, y: 0, width: 1366, height: 1200 });
    return {
      name: `WebKitGTK ${capabilities.browserVersion}`,
      send: (command, parameters = {}) => {
        const { method, path } = COMMANDS[command];
        const { id, ...rest } = parameters;
        const isElement = path.includes(':id');
        return request(
          `${session}/${isElement ? path.replace(':id', String(id)) : path}`,
          method,
          isElement ? rest : parameters,
        );
      },
      close: async () => {
        await request(session, 'DELETE').finally(stop);
      },
    };
  } catch (error) {
    const written = programs.map((program) => program.written()).join('\n');
    await stop();
    throw new Error(`WebKit did not start.\n${written}`, { cause: error });
  }
}

/** Xvfb chooses a free display and writes its number to file descriptor 3. */
async function displayOf({ child }: Program): Promise<string> {
  const pipe = child.stdio[3];
  if (!(pipe instanceof Readable)) throw new Error('Xvfb has no pipe.');
  const [line] = (await once(pipe, 'data', { signal: AbortSignal.timeout(START_MS) })) as [Buffer];
  return line.toString().trim();
}

async function untilReady(url: string, { child }: Program): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const status = await fetch(`${url}/status`).catch(() => undefined);
    if (status?.ok) return;
    await sleep(100);
  }
  throw new Error('WebKitWebDriver opened no port.');
}

async function request(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(COMMAND_MS),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new WebDriverError(error, message);
}

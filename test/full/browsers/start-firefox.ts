import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

const path =
  process.env.FIREFOX_PATH ??
  findProgram('firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox');

export const whyNoFirefox =
  path === undefined &&
  'Firefox is not installed (Debian: apt-get install firefox-esr), and FIREFOX_PATH does not name it.';

/** https://firefox-source-docs.mozilla.org/toolkit/components/antitracking: 1 rejects all third-party cookies and storage. */
const REJECT_THIRD_PARTY = 1;

/** A Firefox without a window, with an empty profile. */
export async function startFirefox({ blocksThirdParties }: StartOptions): Promise<WebDriver> {
  if (path === undefined) throw new Error('Firefox is not installed.');
  const profile = mkdtempSync(join(tmpdir(), 'inlay-firefox-'));
  const preferences = {
    'marionette.port': 0,
    'intl.accept_languages': 'en-US',
    ...(blocksThirdParties ? { 'network.cookie.cookieBehavior': REJECT_THIRD_PARTY } : {}),
  };
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const program = startProgram(
    path,
    [
      '--headless',
      '--width=1366',
      '--height=1100',
      '--marionette',
      '--no-remote',
      '--profile',
      profile,
      'about:blank',
    ],
    // Root has no sandbox for pages in a container, and its home may belong to somebody else.
    { env: { ...process.env, HOME: profile, LC_ALL: 'C.UTF-8', MOZ_DISABLE_CONTENT_SANDBOX: '1' } },
  );
  const stop = async () => {
    await program.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const { request, socket } = await connectMarionette(await portOf(profile, program));
    const session = (await request('WebDriver:NewSession', {})) as {
      capabilities: { browserVersion: string };
    };
    const driver: WebDriver = {
      name: `Firefox ${session.capabilities.browserVersion}`,
      // Marionette takes screenshots of the whole page unless told otherwise.
      send: (command, parameters = {}) =>
        request(COMMANDS[command].marionette, {
          ...(command === 'screenshot' ? { full: false } : {}),
          ...parameters,
        }),
      close: async () => {
        socket.destroy();
        await stop();
      },
    };
    await driver.send('setTimeouts', TIMEOUTS);
    return driver;
  } catch (error) {
    await stop();
    throw new Error(`Firefox did not start.\n${program.written()}`, { cause: error });
  }
}

/** Firefox chooses a free port and writes it into its profile. */
async function portOf(profile: string, { child }: Program): Promise<number> {
  const file = join(profile, 'MarionetteActivePort');
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
    if (port > 0) return port;
    await sleep(100);
  }
  throw new Error('Firefox opened no port.');
}

type Request = (name: string, parameters: Readonly<Record<string, unknown>>) => Promise<unknown>;

/**
 * https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html: messages are JSON with their length in front,
 * requests `[0, id, name, parameters]`, responses `[1, id, error, result]`.
 */
async function connectMarionette(port: number): Promise<{ request: Request; socket: Socket }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let received = Buffer.alloc(0);
  let lastId = 0;
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  socket.on('error', fail).on('close', () => fail(new Error('Firefox closed the connection.')));
  socket.on('data', (data) => {
    received = Buffer.concat([received, typeof data === 'string' ? Buffer.from(data) : data]);
    for (;;) {
      const colon = received.indexOf(':');
      const length = Number(received.subarray(0, colon));
      if (colon < 0 || received.length < colon + 1 + length) return;
      const message = JSON.parse(received.subarray(colon + 1, colon + 1 + length).toString());
      received = received.subarray(colon + 1 + length);
      // The first message greets.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      const response = waiting.get(id);
      waiting.delete(id);
      if (error) response?.reject(new WebDriverError(error.error, error.message));
      else response?.resolve(result && 'value' in result ? result.value : result);
    }
  });
  const request: Request = async (name, parameters) => {
    lastId += 1;
    const id = lastId;
    const response = Promise.withResolvers<unknown>();
    waiting.set(id, response);
    const timer = setTimeout(() => response.reject(new Error(`Firefox: ${name} timed out.`)), COMMAND_MS);
    const text = JSON.stringify([0, id, name, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    return response.promise.finally(() => clearTimeout(timer));
  };
  return { request, socket };
}

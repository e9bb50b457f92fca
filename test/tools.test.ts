import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { mayInstall, missingTools } from '../scripts/tools/ensure-tools.mjs';
import { findChromium } from '../scripts/tools/find-chromium.mjs';
import { findMariadb } from '../scripts/tools/find-mariadb.mjs';
import { openBrowser } from './support/browser/open-browser.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'inlay-test-'));
});
after(() => rmSync(folder, { recursive: true }));

function makeProgram(...path: readonly string[]): string {
  const file = join(folder, ...path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
  return file;
}

describe('the browser that tests use', () => {
  it('is the program in CHROMIUM_PATH, even if another one is installed', () => {
    const [chosen, installed] = [makeProgram('chosen'), makeProgram('installed')];
    assert.equal(findChromium({ chosen, places: [installed] }).executablePath, chosen);
  });

  it('is an error if CHROMIUM_PATH names no file, even if another one is installed', () => {
    const chosen = join(folder, 'nowhere');
    assert.throws(() => findChromium({ chosen, places: [makeProgram('installed')] }), {
      message: `CHROMIUM_PATH is ${chosen}, which does not exist. Set it to a Chrome or Chromium program, or unset it.`,
    });
  });

  it('is the first installed one without CHROMIUM_PATH', () => {
    const [first, second] = [makeProgram('first'), makeProgram('second')];
    const places = [join(folder, 'nowhere'), first, second];
    assert.equal(findChromium({ chosen: '', places }).executablePath, first);
  });

  it('is an error that says what to install, if there is none and npm has none for the system', () => {
    for (const system of ['darwin-arm64', 'linux-arm64'])
      assert.throws(() => findChromium({ chosen: '', places: [], system }), /Install one .* CHROMIUM_PATH/);
  });

  const skip =
    process.platform === 'linux' && process.arch === 'x64'
      ? false
      : 'npm has a Chromium for Linux on x64 only';
  it('is the one from npm if there is none: it starts, draws text, and has a language', {
    skip,
  }, async () => {
    const { args, ...program } = findChromium({ chosen: '', places: [] });
    const browser = await chromium.launch({ ...program, args: [...args] });
    try {
      const page = await browser.newPage();
      await page.setContent('<span id="narrow">iii</span> <span id="wide">WWW</span>');
      const widthOf = async (id: string) => (await page.locator(id).boundingBox())?.width ?? 0;
      assert.ok((await widthOf('#narrow')) > 0);
      assert.ok((await widthOf('#wide')) > (await widthOf('#narrow')));
      assert.equal(await page.evaluate('navigator.language'), 'en-US');
    } finally {
      await browser.close();
    }
  });

  it('is started once more after a crash at its start, and only once', { skip }, async () => {
    const real = findChromium({ chosen: '', places: [] }).executablePath;
    const crashes = (times: number) => {
      const crash = `echo >> ${folder}/starts-${times}; [ $(wc -l < ${folder}/starts-${times}) -le ${times} ] && kill -SEGV $$`;
      const file = join(folder, `crashes-${times}`);
      writeFileSync(file, `#!/bin/sh\n${crash}\nexec ${real} "$@"\n`, { mode: 0o755 });
      return openBrowser({ executablePath: file });
    };
    const browser = await crashes(1);
    await browser.newPage();
    await browser.close();
    await assert.rejects(crashes(2), /signal=SIGSEGV/);
  });
});

describe('npm test', () => {
  it('installs system packages only with CI=true, as root, on Debian', () => {
    assert.equal(mayInstall({ ci: 'true', isRoot: true, isDebian: true }), true);
    assert.equal(mayInstall({ ci: '', isRoot: true, isDebian: true }), false);
    assert.equal(mayInstall({ ci: 'true', isRoot: false, isDebian: true }), false);
    assert.equal(mayInstall({ ci: 'true', isRoot: true, isDebian: false }), false);
  });

  it('finds MariaDB by both programs it needs', () => {
    const prefix = join(folder, 'prefix');
    const server = makeProgram('prefix', 'sbin', 'mariadbd');
    assert.equal(findMariadb([prefix]), undefined);
    const installer = makeProgram('prefix', 'bin', 'mariadb-install-db');
    assert.deepEqual(findMariadb([join(folder, 'nowhere'), prefix]), { server, installer });
  });

  it('reports at its end that tests were skipped without MariaDB', () => {
    assert.deepEqual(
      missingTools(() => undefined),
      ['MariaDB is not installed, so its tests were skipped. `npm run test:tools` installs it.'],
    );
    assert.deepEqual(
      missingTools(() => ({ server: 'a', installer: 'b' })),
      [],
    );
  });
});

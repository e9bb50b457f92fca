import assert from 'node:assert/strict';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, test } from 'node:test';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { readBackup } from '../../../src/features/backup/check-backup.ts';
import { StartError } from '../../../src/platform/errors.ts';
import { SCHEMA_VERSION } from '../../../src/platform/store/migrate.ts';

const MEBIBYTE = 1024 * 1024;
const MANIFEST = JSON.stringify({
  ...{ format: 'inlay-backup', formatVersion: 1, schemaVersion: SCHEMA_VERSION },
  ...{ createdAt: '2026-01-01', productVersion: '0' },
});

describe('reading a backup', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'inlay-backup-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  async function backupOf(entries: readonly (readonly [name: string, content: string])[]): Promise<string> {
    const file = join(folder, 'backup.tar.gz');
    const tar = pack();
    for (const [name, content] of entries) tar.entry({ name }, content);
    tar.finalize();
    await pipeline(Readable.from(tar), createGzip({ level: 1 }), createWriteStream(file));
    return file;
  }

  test('passes on the rows of a large entry in portions', async () => {
    const row = { id: 'ä'.repeat(10_000) };
    const lines = `${JSON.stringify(row)}\n`.repeat(2000);
    const file = await backupOf([
      ['manifest.json', MANIFEST],
      ['tables/users/000001.jsonl', lines],
      ['end.json', '{"rows":{"users":2000},"files":0}'],
    ]);
    const portions: number[] = [];
    await readBackup(file, async (part) => {
      assert.ok(part.kind === 'rows');
      for (const each of part.rows) assert.deepEqual(each, row);
      portions.push(part.rows.length);
    });
    assert.equal(
      portions.reduce((sum, count) => sum + count),
      2000,
    );
    assert.ok(Math.max(...portions) <= 110, String(Math.max(...portions)));
  });

  const tooLong = `{"key":"${' '.repeat(17 * MEBIBYTE)}"}`;
  for (const [what, entries] of [
    [
      'a row that no store has',
      [
        ['manifest.json', MANIFEST],
        ['tables/meta/000001.jsonl', tooLong],
      ],
    ],
    ['a manifest without end', [['manifest.json', tooLong]]],
    [
      'an end without end',
      [
        ['manifest.json', MANIFEST],
        ['end.json', tooLong],
      ],
    ],
  ] as const)
    test(`refuses ${what} before all of it is read`, async () => {
      const file = await backupOf(entries);
      await assert.rejects(
        readBackup(file, async () => assert.fail('nothing may be passed on')),
        (error: Error) => error instanceof StartError && /too long/.test(error.message),
      );
    });

  test('shows no control characters of the file', async () => {
    const file = await backupOf([
      ['manifest.json', MANIFEST],
      ['tables/\u001b[2J', ''],
    ]);
    await assert.rejects(
      readBackup(file, async () => {}),
      {
        message: `${file} is not an Inlay backup or is damaged: it contains an unknown entry 'tables/\\u001b[2J'.`,
      },
    );
  });
});

import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { readFolderFiles, writeFolderFiles } from '../../src/cli/folder-files.ts';

const TILE = { path: 'tiles/a.yaml', text: 'title: A\n' };
const leadsOut = /is a link that leads out of the folder\. Replace it with the file itself\.$/;
const isLink = /is a symbolic link\. Replace it with the file or folder itself\.$/;

describe('the folder of an app', () => {
  let root: string;
  let folder: string;
  let elsewhere: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'inlay-content-'));
  });
  after(() => rmSync(root, { recursive: true }));
  beforeEach(() => {
    folder = mkdtempSync(join(root, 'app-'));
    elsewhere = mkdtempSync(join(root, 'elsewhere-'));
    writeFileSync(join(elsewhere, 'a.yaml'), 'private');
    writeFileSync(join(elsewhere, 'b.yaml'), 'private');
    writeFileSync(join(folder, 'app.yaml'), 'name: Sales\n');
  });

  const untouched = () => {
    for (const name of ['a.yaml', 'b.yaml'])
      assert.equal(readFileSync(join(elsewhere, name), 'utf8'), 'private');
  };

  it('is read and written, also through a link to the whole folder', () => {
    assert.deepEqual(writeFolderFiles(folder, [TILE]), { written: 1, removed: [] });
    const link = join(root, 'link');
    symlinkSync(folder, link);
    assert.deepEqual(
      readFolderFiles(link).map(({ path }) => path),
      ['app.yaml', 'tiles/a.yaml'],
    );
    assert.deepEqual(writeFolderFiles(folder, []).removed, ['tiles/a.yaml']);
    assert.ok(!existsSync(join(folder, 'tiles', 'a.yaml')));
  });

  it('is not read or written if a file in it is a link', () => {
    mkdirSync(join(folder, 'tiles'));
    symlinkSync(join(elsewhere, 'a.yaml'), join(folder, 'tiles', 'a.yaml'));
    assert.throws(() => readFolderFiles(folder), leadsOut);
    assert.throws(() => writeFolderFiles(folder, [TILE]), isLink);
    untouched();
  });

  it('is not read or written if a folder in it is a link', () => {
    symlinkSync(elsewhere, join(folder, 'tiles'));
    assert.throws(() => readFolderFiles(folder), leadsOut);
    for (const files of [[TILE], []]) assert.throws(() => writeFolderFiles(folder, files), isLink);
    untouched();
  });

  it('is read if its links stay in it, as in a volume of Kubernetes', () => {
    mkdirSync(join(folder, '..data', 'tiles'), { recursive: true });
    writeFileSync(join(folder, '..data', 'tiles', 'a.yaml'), TILE.text);
    symlinkSync(join('..data', 'tiles'), join(folder, 'tiles'));
    assert.deepEqual(readFolderFiles(folder)[1], TILE);
  });

  it('is not read if a file in it is none', () => {
    mkdirSync(join(folder, 'tiles', 'a.yaml'), { recursive: true });
    assert.throws(() => readFolderFiles(folder), /a\.yaml is not a file\.$/);
  });

  it('is not written if it is a link itself', () => {
    mkdirSync(join(folder, 'tiles'));
    writeFileSync(join(folder, 'tiles', 'a.yaml'), 'private');
    const link = join(root, 'export');
    symlinkSync(folder, link);
    assert.throws(() => writeFolderFiles(link, []), isLink);
    assert.equal(readFileSync(join(folder, 'tiles', 'a.yaml'), 'utf8'), 'private');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { list, type Responses, refuse } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { AT } from '../support/sample-world.ts';

const PART = 8 * 1024 * 1024;
const SIZE = 2 * PART + 1000;

const imported = (name: string, more: Partial<Schemas['FileImport']> = {}): Schemas['FileImport'] => ({
  id: name,
  name,
  table: name.replace('.csv', ''),
  bytes: SIZE,
  state: 'done',
  rows: 450_000,
  error: null,
  resumable: false,
  createdAt: AT,
  ...more,
});

/** A server that keeps parts of files, and whose connection can be cut. */
const storedFiles = () => {
  const state = { received: 0, isCut: false };
  const ranges: string[] = [];
  const responses = {
    'GET /files': () =>
      list(
        ...(state.received > 0
          ? [
              {
                name: 'large.csv',
                table: 'large',
                bytes: state.received,
                complete: state.received === SIZE,
                updatedAt: AT,
              },
            ]
          : []),
      ),
    'PUT /files/{name}': ({ path: { name }, headers }) => {
      const range = headers.get('content-range') ?? '';
      ranges.push(range);
      if (state.isCut && ranges.length > 1) throw new Error('no connection');
      const [, last = '', size = ''] = /-(\d+)\/(\d+)$/.exec(range) ?? [];
      state.received = Number(last) + 1;
      if (state.received === Number(size)) return imported(name);
      return { name, table: 'large', bytes: state.received, complete: false, rows: null };
    },
    'DELETE /files/{name}': () => undefined,
  } satisfies Responses;
  return { state, ranges, responses };
};

describe('files in the admin app', () => {
  it('are sent in parts, and resume after a lost connection with the part that was lost', async (test) => {
    const { state, ranges, responses } = storedFiles();
    state.isCut = true;
    const app = await openApp(test, '/files', responses);
    await app.getByLabel('Choose files').setFiles(app.file('large.csv', 'x'.repeat(SIZE)));
    await app.getByText('Connection lost. The upload resumes automatically.').waitFor();
    state.isCut = false;
    await eventually(() => {
      app.advance(15_000);
      app.getByText('450,000 rows').element();
    });
    const [first, cut, again, last] = ranges;
    assert.equal(ranges.length, 4);
    assert.equal(first, `bytes 0-${PART - 1}/${SIZE}`);
    assert.match(cut ?? '', /^bytes 8388608-/);
    assert.match(again ?? '', /^bytes 8388608-/, 'the part that broke is sent again, and no other');
    assert.match(last ?? '', /^bytes 16777216-/);
    const create = app.getByRole('link', { name: 'Create dataset from large' });
    assert.equal(create.element().getAttribute('href'), '/admin/datasets/new?file=large');
  });

  it('resume after a reload when the same file is chosen again', async (test) => {
    const { state, ranges, responses } = storedFiles();
    state.isCut = true;
    const app = await openApp(test, '/files', responses);
    const file = app.file('large.csv', 'x'.repeat(SIZE));
    await app.getByLabel('Choose files').setFiles(file);
    await app.getByText('Connection lost. The upload resumes automatically.').waitFor();
    const storage = Object.fromEntries(Object.entries(app.page.localStorage));
    state.isCut = false;
    const later = await openApp(test, '/files', responses, { storage });
    await later.getByText('Upload incomplete: 8.4 MB of').waitFor();
    await later.getByLabel('Choose the file again to resume').setFiles(file);
    await later.getByText('450,000 rows').waitFor();
    assert.match(ranges[2] ?? '', /^bytes 8388608-/);
  });

  it('report why they cannot be used', async (test) => {
    const message = 'The file cannot be used: it is not a complete Parquet file';
    const app = await openApp(test, '/files', { 'PUT /files/{name}': () => refuse(400, { message }) });
    await app.getByLabel('Choose files').setFiles(app.file('broken.parquet', 'no parquet at all'));
    await app.getByRole('alert').getByText(message).waitFor();
  });

  it('report why their import failed', async (test) => {
    const app = await openApp(test, '/files', {
      'PUT /files/{name}': () => imported('bad.csv', { state: 'running', rows: null }),
      'GET /files/imports/{id}': () =>
        imported('bad.csv', { state: 'failed', error: 'Line 3 has too many fields.' }),
    });
    await app.getByLabel('Choose files').setFiles(app.file('bad.csv', 'a\n1\n2,3\n'));
    await app.getByRole('alert').getByText('Line 3 has too many fields.').waitFor();
  });

  it('are deleted after confirmation, unless a dataset uses them', async (test) => {
    const { state, responses } = storedFiles();
    state.received = SIZE;
    const app = await openApp(test, '/files', {
      ...responses,
      'DELETE /files/{name}': () =>
        refuse(409, { message: 'The dataset Orders uses this file. Delete the dataset first.' }),
    });
    await app.getByRole('button', { name: 'Delete large.csv' }).click();
    await app.getByRole('button', { name: 'Delete file' }).click();
    await app.getByText('uses this file. Delete the dataset first.').waitFor();
    app.api.respond(responses);
    await app.getByRole('button', { name: 'Delete file' }).click();
    await app.getByText('large.csv deleted.').waitFor();
    assert.deepEqual(app.api.calls('DELETE /files/{name}').at(-1)?.path, { name: 'large.csv' });
  });
});

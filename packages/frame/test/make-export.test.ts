import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ExportFile } from '@inlay/protocol/frame-messages';
import { makeExport } from '../src/export/make-export.ts';
import type { TileView } from '../src/tile/tile-view.tsx';

const viewOf = (title: string, filename: string, text: string) =>
  ({
    tile: { id: title, title },
    serverFile: async (): Promise<ExportFile> => ({ filename, blob: new Blob([text]) }),
  }) as unknown as TileView;
const resultOf = (values: readonly number[], truncated: boolean) =>
  JSON.stringify({ columns: [{ name: 'n', values }], rowCount: values.length, truncated });

describe('exports of the page', () => {
  it('are CSV files of the server, one below the other, with their byte order marks', async () => {
    const views = [viewOf('Big', 'Big.csv', '\uFEFFa\r\n'), viewOf('Small', 'Small.csv', '\uFEFFb\r\n')];
    const { filename, blob } = await makeExport(views, 'csv', 'Sales & more');
    assert.equal(filename, 'sales-more.csv');
    assert.equal(Buffer.from(await blob.arrayBuffer()).toString(), '\uFEFFa\r\n\r\n\uFEFFb\r\n');
  });

  it('are JSON with the rows of each tile, and say which are incomplete', async () => {
    const big = viewOf('Big', 'Big-first-2-rows.json', resultOf([1, 2], true));
    const small = viewOf('Small', 'Small.json', resultOf([3], false));
    const both = await makeExport([small, big], 'json', 'Both');
    assert.equal(both.filename, 'both-first-2-rows.json');
    const inBig = { title: 'Big', truncated: true, rows: [{ n: 1 }, { n: 2 }] };
    assert.deepEqual(JSON.parse(await both.blob.text()), [
      { title: 'Small', truncated: false, rows: [{ n: 3 }] },
      inBig,
    ]);
    const one = await makeExport([big], 'json', 'Big');
    assert.deepEqual(JSON.parse(await one.blob.text()), inBig);
  });
});

import { cutText } from '@inlay/protocol/cut-text';
import type { ExportFile, ExportFormat } from '@inlay/protocol/frame-messages';
import type { QueryResult } from '@inlay/protocol/result';
import { FrameError } from '../frame-error.ts';
import type { TileView } from '../tile/tile-view.tsx';
import { toSvg } from './to-svg.ts';

/** Exports one or several tiles: their rows, or the charts as they are shown. */
export async function makeExport(
  views: readonly TileView[],
  format: Exclude<ExportFormat, 'xlsx' | 'pdf'>,
  title: string,
): Promise<ExportFile> {
  const name = fileName(title);
  if (format === 'csv' || format === 'json') {
    const files: ExportFile[] = [];
    // One after the other: the server lets only some exports of a viewer wait.
    for (const view of views) files.push(await view.serverFile(format));
    const cut = files.flatMap(({ filename }) => /-first-\d+-rows(?=\.\w+$)/.exec(filename) ?? []);
    const blob = format === 'csv' ? csvOf(files) : await jsonOf(views, files);
    return { filename: `${name}${cut[0] ?? ''}.${format}`, blob };
  }
  const filename = `${name}.${format}`;
  const charts = views.flatMap((view) => view.chart() ?? []);
  if (charts.length === 0) {
    throw new FrameError('EXPORT_FAILED', 'There is no chart to export: use csv or json.');
  }
  const svg = toSvg(charts);
  if (format === 'svg') return { filename, blob: new Blob([svg.text], { type: 'image/svg+xml' }) };
  return { filename, blob: await toPng(svg) };
}

const csvOf = (files: readonly ExportFile[]) =>
  new Blob(
    files.flatMap(({ blob }, index) => (index === 0 ? [blob] : ['\r\n', blob])),
    { type: 'text/csv;charset=utf-8' },
  );

async function jsonOf(views: readonly TileView[], files: readonly ExportFile[]): Promise<Blob> {
  const results = await Promise.all(
    files.map(async ({ blob }): Promise<QueryResult> => JSON.parse(await blob.text())),
  );
  const tiles = results.map(({ columns, rowCount, truncated }, index) => ({
    title: views[index]?.tile.title,
    truncated,
    rows: Array.from({ length: rowCount }, (_, row) =>
      Object.fromEntries(columns.map(({ name, values }) => [name, values[row] ?? null])),
    ),
  }));
  const text = JSON.stringify(tiles.length === 1 ? tiles[0] : tiles, null, 2);
  return new Blob([text], { type: 'application/json;charset=utf-8' });
}

const fileName = (title: string): string => {
  const plain = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return cutText(plain.toLowerCase(), 80) || 'export';
};

/** For high-density screens and documents. */
const SCALE = 2;

async function toPng(svg: { text: string; width: number; height: number }): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg.text], { type: 'image/svg+xml' }));
  try {
    const image = new Image(svg.width, svg.height);
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(svg.width * SCALE, svg.height * SCALE);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(address);
  }
}

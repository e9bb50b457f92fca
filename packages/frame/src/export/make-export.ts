import type { TileResponse } from '@inlay/content/embed-api';
import { cutText } from '@inlay/protocol/cut-text';
import type { ExportFile, ExportFormat } from '@inlay/protocol/frame-messages';
import { FrameError } from '../frame-error.ts';
import type { TileView } from '../tile/tile-view.tsx';

const TYPES = { csv: 'text/csv', json: 'application/json', svg: 'image/svg+xml' };

/** Exports one or several tiles as they are shown. */
export async function makeExport(
  views: readonly TileView[],
  format: Exclude<ExportFormat, 'xlsx' | 'pdf'>,
  title: string,
): Promise<ExportFile> {
  const filename = `${fileName(title)}.${format}`;
  if (format === 'csv' || format === 'json') {
    const responses = await Promise.all(views.map((view) => view.response()));
    const text = format === 'csv' ? await csvOf(responses) : JSON.stringify(plain(views, responses), null, 2);
    return { filename, blob: new Blob([text], { type: `${TYPES[format]};charset=utf-8` }) };
  }
  const charts = views.flatMap((view) => view.chart() ?? []);
  if (charts.length === 0) {
    throw new FrameError('EXPORT_FAILED', 'There is no chart to export: use csv or json.');
  }
  const { toSvg } = await import('./to-svg.ts');
  const svg = toSvg(charts);
  if (format === 'svg') return { filename, blob: new Blob([svg.text], { type: TYPES.svg }) };
  const { toPng } = await import('./to-png.ts');
  return { filename, blob: await toPng(svg) };
}

async function csvOf(responses: readonly TileResponse[]): Promise<string> {
  const { toCsv } = await import('./to-csv.ts');
  return responses.map(({ result }) => toCsv(result)).join('\r\n');
}

function plain(views: readonly TileView[], responses: readonly TileResponse[]): unknown {
  const rows = responses.map(({ result }, index) => ({
    title: views[index]?.tile.title,
    rows: Array.from({ length: result.rowCount }, (_, row) =>
      Object.fromEntries(result.columns.map(({ name, values }) => [name, values[row] ?? null])),
    ),
  }));
  return rows.length === 1 ? rows[0] : rows;
}

const fileName = (title: string): string => {
  const plain = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return cutText(plain.toLowerCase(), 80) || 'export';
};

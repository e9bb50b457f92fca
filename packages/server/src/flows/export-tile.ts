import { TileChart } from '@inlay/charts/tile-chart';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { EmbedPrincipal } from '../auth/embed-principal.ts';
import { AppError } from '../errors.ts';
import { exportTheme } from '../render/page-look.ts';
import { resultCsv } from '../render/result-csv.ts';
import type { Services } from '../services.ts';
import { answerTile, type TileQuestion } from './answer-tile.ts';
import type { OpenEmbed } from './open-embed.ts';
import type { ViewerSetting } from './viewer-setting.ts';
import { wornLook } from './worn-look.ts';

export const EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;
export type TileExport = keyof typeof EXPORT_TYPES;

export interface ExportedFile {
  readonly name: string;
  readonly type: string;
  readonly body: string;
}

/** What a tile shows this viewer, as a file to take along. */
export async function exportTile(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  tileId: string,
  format: TileExport,
  question: TileQuestion,
  { locale }: ViewerSetting,
): Promise<ExportedFile> {
  if (opened.embed.options?.hide?.includes('export'))
    throw new AppError('ACCESS_DENIED', { message: 'This embed does not offer exports.' });
  const { tile, result } = await answerTile(services, viewer, opened, tileId, question);
  const name = `${fileName(tile.title)}.${format}`;
  const file = { name, type: EXPORT_TYPES[format] };
  if (format === 'csv') return { ...file, body: resultCsv(result) };
  if (format === 'json') return { ...file, body: JSON.stringify(result) };
  if (tile.kind === 'table')
    throw new AppError('REQUEST_INVALID', { message: 'A table has no picture. Export it as csv or json.' });
  const { app, embed } = opened;
  const theme = exportTheme(await wornLook(services.store, viewer.tenantId, [app.theme, embed.theme]));
  const size = { width: 800, height: tile.kind === 'kpi' ? 160 : 400 };
  return { ...file, body: renderToString(h(TileChart, { tile, result, theme, locale, size })) };
}

const fileName = (title: string) =>
  title
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80) || 'export';

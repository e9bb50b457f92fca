import { titleTile } from '@inlay/charts/format/title-tile';
import { inSlices } from '../../platform/concurrency/in-slices.ts';
import { jsonParts } from '../../platform/concurrency/json-parts.ts';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import { at, sheet } from '../../platform/render/document/sheet.ts';
import { tilePart } from '../../platform/render/document/tile-part.ts';
import { exportTheme } from '../../platform/render/page-look.ts';
import { resultCsv } from '../../platform/render/result-csv.ts';
import { resultXlsx } from '../../platform/render/result-xlsx.ts';
import type { Services } from '../../services.ts';
import { wornLook } from '../themes/index.ts';
import { type ExportedFile, exportEmbed, fileName, refuseHidden } from './export-embed.ts';
import type { OpenEmbed } from './open-embed.ts';
import { answerTile, type TileQuestion } from './query-tile.ts';
import { renderInTurn } from './render-in-turn.ts';
import type { ViewerSetting } from './viewer-setting.ts';

export const EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type TileExport = keyof typeof EXPORT_TYPES;

const PADDING = 24;
/** Twice the size: sharp on today's screens and in documents. */
const SCALE = 2;

/** What a tile shows this viewer, as a file to take along. */
export async function exportTile(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  tileId: string,
  format: TileExport,
  question: TileQuestion,
  setting: ViewerSetting,
): Promise<ExportedFile> {
  refuseHidden(opened);
  if (format === 'pdf') return exportEmbed(services, viewer, opened, question, setting, tileId);
  const { locale } = setting;
  const { variables } = question;
  const { tile, result } = await answerTile(services, viewer, opened, tileId, question);
  const { title } = titleTile(tile, result, variables, locale);
  const file = { name: `${fileName(title)}.${format}`, type: EXPORT_TYPES[format] };
  if (format === 'csv') return { ...file, body: await resultCsv(result) };
  if (format === 'json') return { ...file, body: (await inSlices(jsonParts(result))).join('') };
  if (format === 'xlsx')
    return {
      ...file,
      body: await services.files.make({
        kind: 'xlsx',
        parts: await resultXlsx([{ result, title }], locale),
      }),
    };
  const { app, embed } = opened;
  const theme = exportTheme(await wornLook(services.store, viewer.tenantId, [app.theme, embed.theme]));
  const size = { width: 800, height: tile.kind === 'kpi' ? 200 : 450 };
  const pen = { theme, locale };
  const whole = { width: size.width + 2 * PADDING, height: size.height + 2 * PADDING };
  const svg = await renderInTurn(services, viewer, () => {
    const part = tilePart(tile, { state: 'answered', result }, { ...size, variables }, pen);
    return sheet(whole, pen, at(PADDING, PADDING, part.svg));
  });
  const body = format === 'svg' ? svg : await services.files.make({ kind: 'png', svg, scale: SCALE });
  return { ...file, body };
}

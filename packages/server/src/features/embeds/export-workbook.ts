import { titleTile } from '@inlay/charts/format/title-tile';
import type { QueryResult } from '@inlay/protocol/result';
import { AppError } from '../../platform/errors.ts';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import { resultXlsx, type WorkbookSheet } from '../../platform/render/result-xlsx.ts';
import { messageFor, pageWords } from '../../platform/render/words/page-words.ts';
import type { Services } from '../../services.ts';
import { answered, type ExportedFile, fileName, refuseHidden } from './export-embed.ts';
import { EXPORT_TYPES } from './export-tile.ts';
import type { OpenEmbed } from './open-embed.ts';
import type { TileQuestion } from './query-tile.ts';
import { titleOfPage } from './render-page.ts';
import type { ViewerSetting } from './viewer-setting.ts';

/** As many as one sheet holds: a workbook is made in memory. */
const MOST_ROWS = 1_048_575;

/** A workbook of everything that an embed shows, with one sheet per tile in the order of reading. */
export async function exportWorkbook(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  question: TileQuestion,
  { locale }: ViewerSetting,
): Promise<ExportedFile> {
  refuseHidden(opened);
  const { variables } = question;
  const sheets: WorkbookSheet[] = [];
  let rows = 0;
  for (const [id, ownTitle] of titlesInOrder(opened)) {
    const tile = opened.tiles.get(id);
    if (!tile) continue;
    const paint = await answered(services, viewer, opened, id, question);
    const result = paint.state === 'answered' ? paint.result : undefined;
    const { title } = titleTile({ ...tile, title: ownTitle ?? tile.title }, result, variables, locale);
    if (paint.state === 'failed') {
      sheets.push({ title, result: sentence(messageFor(pageWords(locale.language), paint.code).join('. ')) });
      continue;
    }
    rows += result?.rowCount ?? 0;
    if (rows > MOST_ROWS)
      throw new AppError('REQUEST_INVALID', {
        message: `This has more than ${MOST_ROWS} rows in all. Filter it, or export its tiles one by one.`,
      });
    if (result) sheets.push({ title, result });
  }
  if (sheets.length === 0)
    throw new AppError('REQUEST_INVALID', {
      message: 'There is no tile here that a sheet could be made of.',
    });
  const body = await services.files.make({ kind: 'xlsx', parts: await resultXlsx(sheets, locale) });
  const title = titleOfPage(opened, new Map(), variables, locale);
  return { name: `${fileName(title)}.xlsx`, type: EXPORT_TYPES.xlsx, body };
}

/** Each tile once, with the title of its place where that has one of its own. */
function titlesInOrder({ content, tiles }: OpenEmbed): ReadonlyMap<string, string | undefined> {
  if (content.kind !== 'dashboard') return new Map([...tiles.keys()].map((id) => [id, undefined]));
  const items = content.dashboard.items.toSorted((a, b) => a.y - b.y || a.x - b.x);
  const places = items.flatMap((item) => ('tile' in item ? [[item.tile, item.title] as const] : []));
  return new Map(places.filter(([id], index) => places.findIndex(([other]) => other === id) === index));
}

/** A sheet that says what is wrong, so that nobody takes a missing tile for an empty one. */
const sentence = (label: string): QueryResult => ({
  columns: [{ name: 'message', label, type: 'string', role: 'dimension', values: [] }],
  rowCount: 0,
  truncated: false,
});

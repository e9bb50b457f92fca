import { formatMoment } from '@inlay/charts/format/format-date';
import { titleTile } from '@inlay/charts/format/title-tile';
import { cutText } from '@inlay/protocol/cut-text';
import type { Tile } from '@inlay/protocol/tile';
import { AppError } from '../../platform/errors.ts';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import { documentPages } from '../../platform/render/document/document-pages.ts';
import { choiceText } from '../../platform/render/filter-bar.ts';
import { pageCategories } from '../../platform/render/page-categories.ts';
import { exportTheme } from '../../platform/render/page-look.ts';
import type { TilePaint } from '../../platform/render/tile-section.ts';
import { pageWords } from '../../platform/render/words/page-words.ts';
import type { Services } from '../../services.ts';
import { wornLook } from '../themes/index.ts';
import { controlsOf, daysOf, valuesOfControls } from './chosen-filters.ts';
import type { OpenEmbed } from './open-embed.ts';
import { answerTile, type TileQuestion } from './query-tile.ts';
import { renderInTurn } from './render-in-turn.ts';
import { titleOfPage } from './render-page.ts';
import type { ViewerSetting } from './viewer-setting.ts';

export interface ExportedFile {
  readonly name: string;
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** An author may keep an embed from being taken along. */
export function refuseHidden({ embed }: OpenEmbed): void {
  if (embed.options?.hide?.includes('export'))
    throw new AppError('ACCESS_DENIED', { message: 'This embed does not offer exports.' });
}

/** A document of the embed, or of one of its tiles: answers → pages as SVG → PDF on a thread of its own. */
export async function exportEmbed(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  question: TileQuestion,
  { locale }: ViewerSetting,
  tileId?: string,
): Promise<ExportedFile> {
  refuseHidden(opened);
  const paints = new Map<string, TilePaint>();
  const { variables } = question;
  let alone: Tile | undefined;
  let name: string | undefined;
  if (tileId !== undefined) {
    const { tile, result } = await answerTile(services, viewer, opened, tileId, question);
    // One that was drilled has its deeper dimension.
    alone = tile;
    name = titleTile(tile, result, variables, locale).title;
    paints.set(tile.id, { state: 'answered', result });
  } else
    for (const { id } of opened.tiles.values())
      paints.set(id, await answered(services, viewer, opened, id, question));
  const drawn = [...opened.tiles.values()].flatMap((tile) => {
    const paint = paints.get(tile.id);
    return paint?.state === 'answered' ? [{ tile, result: paint.result }] : [];
  });
  const { app, embed } = opened;
  const theme = exportTheme(await wornLook(services.store, viewer.tenantId, [app.theme, embed.theme]));
  const title = name ?? titleOfPage(opened, paints, variables, locale);
  const drawing: Parameters<typeof documentPages> = [
    {
      content: alone ? { kind: 'tile', tile: alone } : opened.content,
      paints,
      variables,
      categories: pageCategories(drawn),
      filters: filterTexts(opened, question, locale),
      made: formatMoment(services.clock(), { kind: 'date' }, false, locale),
    },
    { theme, locale },
  ];
  const pages = await renderInTurn(services, viewer, () => documentPages(...drawing));
  if (pages.length > MOST_PAGES)
    throw new AppError('REQUEST_INVALID', {
      message: `This would have ${pages.length} pages, and at most ${MOST_PAGES} are made. Export its tiles one by one.`,
    });
  const body = await services.files.make({ kind: 'pdf', pages, title, language: locale.language });
  return { name: `${fileName(title)}.pdf`, type: 'application/pdf', body };
}

const MOST_PAGES = 100;

/** What fails is said in its place: a document with a gap is better than none. */
export async function answered(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  tileId: string,
  { drill: _, ...question }: TileQuestion,
): Promise<TilePaint> {
  try {
    return {
      state: 'answered',
      result: (await answerTile(services, viewer, opened, tileId, question)).result,
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'REQUEST_INVALID') throw error;
    return { state: 'failed', code: error.code === 'DATA_DENIED' ? 'ACCESS_DENIED' : 'ENGINE_UNAVAILABLE' };
  }
}

function filterTexts(
  opened: OpenEmbed,
  question: TileQuestion,
  locale: ViewerSetting['locale'],
): readonly string[] {
  const values = valuesOfControls(opened, question.filters);
  return controlsOf(opened).flatMap((control) => {
    const value = values[control.id] ?? null;
    const isEmpty =
      value === null || value === '' || value === 'all' || (Array.isArray(value) && value.length === 0);
    if (isEmpty) return [];
    const days = control.kind === 'date-range' ? daysOf(value, question) : undefined;
    const text = choiceText({ value, ...(days ? { days } : {}) }, pageWords(locale.language), locale);
    return [`${control.label}: ${text}`];
  });
}

export const fileName = (title: string) => {
  const plain = title.replaceAll(/[^\p{L}\p{N} ._-]/gu, ' ').replaceAll(/\s+/g, ' ');
  return cutText(plain.trim(), 80) || 'export';
};

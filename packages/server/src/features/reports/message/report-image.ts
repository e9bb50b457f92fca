import type { PageSlots } from '@inlay/charts/theme/assign-slots';
import type { Theme } from '@inlay/charts/theme/create-theme';
import type { Tile } from '@inlay/charts/tile';
import { at, type Pen, sheet } from '../../../platform/render/document/sheet.ts';
import { chartPart } from '../../../platform/render/document/tile-part.ts';
import { exportTheme } from '../../../platform/render/page-theme.ts';
import type { TileOutcome } from '../../../platform/render/tile-section.ts';
import { type EmbedRequest, renderInTurn } from '../../embeds/index.ts';
import { MAIL_NEUTRALS } from '../../mail/index.ts';
import { resolveTheme } from '../../themes/index.ts';
import { rememberedPicture } from './remembered-picture.ts';
import type { ReportImage } from './report.ts';

/** The width that images have in a message of 600 px. */
const SHOWN_WIDTH = 520;
/** Narrower, so that texts are readable on a phone too, where the image is 340 px wide. */
const DRAWN_WIDTH = 440;
const SCALE = (2 * SHOWN_WIDTH) / DRAWN_WIDTH;

/** A row of a dashboard's grid, without what the header of a tile takes. */
const ROW = 58;
const HEADER = 76;
const MIN_HEIGHT = 200;
const MAX_HEIGHT = 380;

/** How charts are drawn for both modes of a mail client. */
export type ReportPens = Readonly<Record<Theme['mode'], Pen>>;

/** In the colors of the embed, but on the ground of a message, and with its lines and texts. */
export async function reportPens({
  services: { store },
  viewer: { tenantId },
  app,
  embed,
  locale,
  linkHosts,
  imageHosts,
}: EmbedRequest): Promise<ReportPens> {
  const layers = [
    ...(await resolveTheme(store, tenantId, [app.theme, embed.theme])),
    { light: neutralTokens('light'), dark: neutralTokens('dark') },
  ];
  const pen = (mode: Theme['mode']): Pen => ({
    theme: exportTheme(layers, mode),
    locale,
    linkHosts,
    imageHosts,
  });
  return { light: pen('light'), dark: pen('dark') };
}

function neutralTokens(mode: Theme['mode']) {
  const { surface, text, muted, line, track } = MAIL_NEUTRALS[mode];
  return { surface, text, 'text-muted': muted, grid: line, track };
}

interface DrawnTile {
  readonly tile: Tile;
  readonly outcome: Extract<TileOutcome, { readonly state: 'ready' }>;
  /** Of a dashboard's grid. */
  readonly rows: number;
  readonly colors: PageSlots;
}

/** A chart in both modes, and what it shows in words. */
export async function reportImage(
  request: EmbedRequest,
  { tile, outcome, rows, colors }: DrawnTile,
  pens: ReportPens,
): Promise<ReportImage> {
  const { services, viewer, locale } = request;
  const given = Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, rows * ROW - HEADER));
  const draw = (pen: Pen) => {
    const part = chartPart(tile, outcome, { width: DRAWN_WIDTH, height: given, colors }, pen);
    const { height, summary } = part;
    return { height, summary, svg: sheet({ width: DRAWN_WIDTH, height }, pen, at(0, 0, part.svg)) };
  };
  const { light, dark } = await renderInTurn(request, () => ({
    light: draw(pens.light),
    dark: draw(pens.dark),
  }));
  const picture = (svg: string) =>
    rememberedPicture(services.files, viewer.tenantId, { svg, scale: SCALE, language: locale.language });
  return {
    light: await picture(light.svg),
    dark: await picture(dark.svg),
    alt: light.summary,
    width: SHOWN_WIDTH,
    height: Math.round((light.height * SHOWN_WIDTH) / DRAWN_WIDTH),
  };
}

import { isRightToLeft } from '@inlay/charts/format/locale';
import { truncate } from '@inlay/charts/layout/fit-text';
import { contrast } from '@inlay/charts/theme/contrast';
import { cutText } from '@inlay/protocol/cut-text';
import { type Html, html, pngAddress } from '../html.ts';
import { writeTitle } from '../write-value.ts';
import type { CoverLogo } from './cover-logo.ts';
import { type DocumentCover, type Drafting, INSIDE } from './drafting.ts';
import { paragraphs } from './paragraphs.ts';
import { at, MARGIN, PAGE, type Part, type Pen, sheet, stacked, type TextStyle, textLine } from './sheet.ts';

/** Narrower than the page: long lines are hard to read. */
const COLUMN = 780;
/** The height of the band at the edge, and of the mark before the name. */
const BAND = 10;
const MARK = 14;
const MAX_FILTERS = 8;
const MAX_TITLE = 160;
const MAX_DESCRIPTION = 600;

/** The first page of a whole dashboard or story: whose it is, what it is about, which filters apply, and when it was made. */
export function coverPage(
  { title, description = '' }: { readonly title: string; readonly description?: string | undefined },
  { brand, logo, moment }: DocumentCover,
  drafting: Drafting,
): string {
  const { pen, variables, filters } = drafting;
  const { theme, locale } = pen;
  const { text, 'text-muted': muted, accent, grid } = theme.tokens;
  const rtl = isRightToLeft(locale);
  const write = (content: string, max: number, style: TextStyle): Part => {
    const written = writeTitle(content, variables, locale);
    const line = written.length > max ? `${cutText(written, max)}…` : written;
    return paragraphs([{ kind: 'paragraph', runs: [{ text: line }] }], COLUMN, style, pen);
  };
  const name = write(title, MAX_TITLE, { size: 44, fill: text, bold: true });
  const about = description && write(description, MAX_DESCRIPTION, { size: 18, fill: muted });
  const part = stacked([name, ...(about ? [about] : [])], 14);
  const facts = factsOf(filters, drafting);
  const edges = { from: 0, to: INSIDE };
  const date = textLine([{ text: moment }], { ...edges, y: 0 }, { size: 14, fill: muted }, locale);
  const foot = PAGE.height - 2 * MARGIN - 4;
  const head = html`<rect width="${PAGE.width}" height="${BAND}" fill="${accent}"/>`;
  // The title is a little above the middle, where readers look first.
  const top = Math.max(80, Math.round((foot - 40) * 0.44 - part.height / 2));
  const rule = html`<path d="M0 0H${INSIDE}" stroke="${grid}"/>`;
  const body = [
    logo ? logoOf(logo, pen) : at(0, 12, nameOf(brand, pen)),
    at(rtl ? INSIDE - COLUMN : 0, top, part.svg),
    at(0, top + part.height + 32, facts),
    at(0, foot - 28, rule),
    at(0, foot, date),
  ];
  return sheet(PAGE, pen, html`${head}${at(MARGIN, MARGIN, html`${body}`)}`);
}

function nameOf(brand: string, { theme, locale }: Pen): Html {
  const { text, accent } = theme.tokens;
  const rtl = isRightToLeft(locale);
  const mark = html`<rect x="${rtl ? INSIDE - MARK : 0}" y="0" width="${MARK}" height="${MARK}" rx="4" fill="${accent}"/>`;
  const beside = rtl ? { from: 0, to: INSIDE - MARK - 12 } : { from: MARK + 12, to: INSIDE };
  const name = textLine(
    [{ text: truncate(brand, INSIDE - MARK - 12, 18, true) }],
    { ...beside, y: MARK - 1 },
    { size: 18, fill: text, bold: true },
    locale,
  );
  return html`${mark}${name}`;
}

const WHITE = '#ffffff';
/** Between the edges of the plate and the logo. */
const PLATE = { x: 12, y: 8 };

/** Logos are readable on white, as emails require: on other pages, they get a white plate as in dark emails. */
function logoOf({ png, width, height }: CoverLogo, { theme, locale }: Pen): Html {
  const hasPlate = contrast(theme.tokens.surface, WHITE) > 1.5;
  const { x, y } = hasPlate ? PLATE : { x: 0, y: 0 };
  const whole = { width: width + 2 * x, height: height + 2 * y };
  const plate =
    hasPlate && html`<rect width="${whole.width}" height="${whole.height}" rx="8" fill="${WHITE}"/>`;
  const image = html`<image href="${pngAddress(png)}" x="${x}" y="${y}" width="${width}" height="${height}"/>`;
  return at(isRightToLeft(locale) ? INSIDE - whole.width : 0, 0, html`${plate}${image}`);
}

/** The active filters, one per line. */
function factsOf(filters: readonly string[], { pen }: Drafting): Html {
  const { text, accent } = pen.theme.tokens;
  const more = filters.length - MAX_FILTERS;
  const lines = [...filters.slice(0, MAX_FILTERS), ...(more > 0 ? [`+ ${more}`] : [])];
  if (lines.length === 0) return html``;
  const rtl = isRightToLeft(pen.locale);
  const edges = rtl ? { from: 0, to: INSIDE - 18 } : { from: 18, to: INSIDE };
  const height = lines.length * 24;
  const edge = html`<rect x="${rtl ? INSIDE - 3 : 0}" width="3" height="${height}" rx="1.5" fill="${accent}"/>`;
  const written = lines.map((line, row) =>
    textLine(
      [{ text: truncate(line, INSIDE - 18, 15) }],
      { ...edges, y: row * 24 + 17 },
      { size: 15, fill: text },
      pen.locale,
    ),
  );
  return html`${edge}${written}`;
}

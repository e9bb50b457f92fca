import type { DestinationsMessages } from '@inlay/messages/destinations';
import type {
  Report,
  ReportSection,
  ReportTable,
  ReportValue,
  TextSection,
  TileSection,
} from '../message/report.ts';
import { fittingMessage } from './bounded-report.ts';
import { changeText, closingLines, visibleTable } from './message-parts.ts';
import { monospaceTable } from './monospace-table.ts';
import { plainLine, shortened, visibleLine } from './plain-line.ts';

// https://docs.slack.dev/reference/block-kit/blocks
const MAX_HEADER = 150;
const MAX_TEXT = 3000;
const MAX_CONTEXT = 10;
const MAX_BLOCKS = 50;
/** Slack refuses about 13,200 characters of blocks with `msg_blocks_too_long`, which its documentation does not say. */
const MAX_ALL_BLOCKS = 12_000;
/** Characters of the shortest cell, with its gap. */
const MIN_CELL = 3;

/** The body of a request to an incoming webhook of Slack. */
export interface SlackMessage {
  /** What notifications show, and clients without blocks. */
  readonly text: string;
  readonly mrkdwn: false;
  readonly unfurl_links: false;
  readonly unfurl_media: false;
  readonly blocks: readonly SlackBlock[];
}

type SlackBlock =
  | { readonly type: 'header'; readonly text: PlainText }
  | { readonly type: 'context'; readonly elements: readonly PlainText[] }
  | { readonly type: 'rich_text'; readonly elements: readonly RichText[] };

interface PlainText {
  readonly type: 'plain_text';
  readonly text: string;
  readonly emoji: false;
}

interface RichText {
  readonly type: 'rich_text_section' | 'rich_text_preformatted';
  readonly elements: readonly RichTextElement[];
}

type RichTextElement =
  | { readonly type: 'text'; readonly text: string; readonly style?: { readonly bold: true } }
  | { readonly type: 'link'; readonly url: string; readonly text: string };

/**
 * A report for a channel of Slack. Its texts are rich text and plain text, of which nothing is markup: in `mrkdwn`, a
 * value could be a link that shows another one, or notify everybody.
 */
export function slackMessage(
  report: Report,
  texts: DestinationsMessages,
  { username }: { readonly username: string | null },
): SlackMessage {
  const blocks = fittingMessage(report, {
    build: (bounded) => blocksOf(bounded, texts, username),
    fits: (built) => built.length <= MAX_BLOCKS && JSON.stringify(built).length <= MAX_ALL_BLOCKS,
    maxSections: MAX_BLOCKS,
    maxCells: MAX_ALL_BLOCKS / MIN_CELL,
  });
  return {
    text: escaped(visibleLine(report.headline ?? report.title, MAX_HEADER), MAX_TEXT),
    mrkdwn: false,
    // Otherwise Slack opens addresses that are in the data.
    unfurl_links: false,
    unfurl_media: false,
    blocks,
  };
}

function blocksOf(
  report: Report,
  texts: DestinationsMessages,
  username: string | null,
): readonly SlackBlock[] {
  const { title, description, headline, notes = [], sections, link } = report;
  const closing = closingLines(report, texts, username).slice(0, MAX_CONTEXT);
  return [
    { type: 'header', text: plainText(title, MAX_HEADER) },
    ...(headline === undefined ? [] : richText(section(bold(plainLine(headline, 600))))),
    ...(description === undefined ? [] : richText(section(plain(plainLine(description, 500))))),
    ...richText(...notes.slice(0, 5).map((note) => section(plain(plainLine(note, 300))))),
    ...sections.flatMap((each) => sectionBlocks(each, title, texts)),
    // Not a button: Slack warns beside it where the app has no address for interactions.
    ...(link === null ? [] : richText(section({ type: 'link', url: link, text: texts.open }))),
    ...(closing.length === 0 ? [] : [context(closing)]),
  ];
}

const context = (lines: readonly string[]): SlackBlock => ({
  type: 'context',
  elements: lines.map((line) => plainText(line, 2000)),
});

function sectionBlocks(
  each: ReportSection,
  title: string,
  texts: DestinationsMessages,
): readonly SlackBlock[] {
  const elements = each.kind === 'text' ? textElements(each) : tileElements(each, texts);
  // A report of one tile has its title.
  const heading =
    each.title === undefined || each.title === title ? [] : [section(bold(plainLine(each.title, 256)))];
  return richText(...heading, ...elements);
}

const textElements = ({ paragraphs, source }: TextSection): readonly RichText[] =>
  [...paragraphs.slice(0, 20), source ?? ''].map((text) => section(plain(plainLine(text, 1000))));

function tileElements({ description, value, image, table, note }: TileSection, texts: DestinationsMessages) {
  const isEmpty = value === undefined && table === undefined && note === undefined;
  return [
    ...(description === undefined ? [] : [section(plain(plainLine(description, 300)))]),
    ...(value === undefined ? [] : [section(bold(plainLine(value.text, 100)), ...changeOf(value))]),
    ...(note === undefined ? [] : [section(plain(plainLine(note, 300)))]),
    // Slack shows images by their address only, and charts have none.
    ...(isEmpty && image ? [section(plain(plainLine(image.alt, 600)))] : []),
    ...(table === undefined ? [] : tableElements(table, texts)),
  ];
}

function changeOf(value: ReportValue): readonly RichTextElement[] {
  const text = changeText(value);
  return text === '' ? [] : [plain(`  ${text}`)];
}

function tableElements(table: ReportTable, texts: DestinationsMessages): readonly RichText[] {
  const { shown, left } = visibleTable(table, texts);
  const text = shown.columns.length === 0 ? '' : shortened(monospaceTable(shown), MAX_TEXT);
  return [
    ...(text === '' ? [] : [{ type: 'rich_text_preformatted', elements: [plain(text)] } as const]),
    ...(left.length === 0 ? [] : [section(plain(left.join(' · ')))]),
  ];
}

/** Slack refuses an empty block, and a text without characters. */
function richText(...given: readonly RichText[]): readonly SlackBlock[] {
  const elements = given.filter((each) => each.elements.length > 0);
  return elements.length === 0 ? [] : [{ type: 'rich_text', elements }];
}

const section = (...elements: readonly RichTextElement[]): RichText => ({
  type: 'rich_text_section',
  elements: elements.filter(({ text }) => text !== ''),
});

const plain = (text: string): RichTextElement => ({ type: 'text', text });
const bold = (text: string): RichTextElement => ({ type: 'text', text, style: { bold: true } });

const plainText = (text: string, max: number): PlainText => ({
  type: 'plain_text',
  text: escaped(visibleLine(text, max), max),
  emoji: false,
});

/** https://docs.slack.dev/messaging/formatting-message-text#escaping: in text objects, Slack interprets these three. */
function escaped(text: string, max: number): string {
  let result = '';
  for (const character of text) {
    const next = ENTITIES.get(character) ?? character;
    if (result.length + next.length > max) return result;
    result += next;
  }
  return result;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

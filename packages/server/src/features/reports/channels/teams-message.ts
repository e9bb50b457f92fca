import type { DestinationsMessages } from '@inlay/messages/destinations';
import type { Report, ReportSection, ReportTable, TextSection, TileSection } from '../message/report.ts';
import { fittingMessage } from './bounded-report.ts';
import { changeText, closingLines, visibleTable } from './message-parts.ts';
import { visibleLine } from './plain-line.ts';

/** Teams refuses messages of more than 28 KB; the workflow adds some of its own. */
const MAX_BYTES = 25 * 1024;
const MAX_SECTIONS = 40;
/** Of `{"type":"TableCell","items":[{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":""}]}]}`. */
const MIN_CELL_BYTES = 97;

/** The body of a request to a workflow that posts to a channel of Teams. */
export interface TeamsMessage {
  readonly type: 'message';
  readonly attachments: readonly [
    {
      readonly contentType: 'application/vnd.microsoft.card.adaptive';
      readonly contentUrl: null;
      readonly content: AdaptiveCard;
    },
  ];
}

/** https://adaptivecards.io/explorer: Teams shows version 1.5. */
interface AdaptiveCard {
  readonly $schema: 'http://adaptivecards.io/schemas/adaptive-card.json';
  readonly type: 'AdaptiveCard';
  readonly version: '1.5';
  readonly lang: string;
  readonly rtl: boolean;
  readonly fallbackText: string;
  readonly body: readonly CardElement[];
  readonly actions: readonly {
    readonly type: 'Action.OpenUrl';
    readonly title: string;
    readonly url: string;
  }[];
  readonly msteams: { readonly width: 'Full' };
}

type CardElement = RichTextBlock | CardTable | CardContainer;

interface CardContainer {
  readonly type: 'Container';
  readonly separator: true;
  readonly spacing: 'medium';
  readonly items: readonly (RichTextBlock | CardTable)[];
}

interface RichTextBlock {
  readonly type: 'RichTextBlock';
  readonly inlines: readonly TextRun[];
  readonly spacing?: 'small';
}

interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly size?: 'small' | 'large' | 'extraLarge';
  readonly weight?: 'bolder';
  readonly isSubtle?: true;
}

/** Its first row is the header, unless it says otherwise. */
interface CardTable {
  readonly type: 'Table';
  readonly showGridLines: false;
  readonly columns: readonly {
    readonly width: 1;
    readonly horizontalCellContentAlignment?: 'right';
  }[];
  readonly rows: readonly {
    readonly type: 'TableRow';
    readonly cells: readonly { readonly type: 'TableCell'; readonly items: readonly [RichTextBlock] }[];
  }[];
}

/**
 * A report for a channel of Teams. Its texts are runs of rich text, which know no Markdown: in a `TextBlock`, a value
 * could be a link that shows another one.
 */
export function teamsMessage(
  report: Report,
  texts: DestinationsMessages,
  { username }: { readonly username: string | null },
): TeamsMessage {
  return fittingMessage(report, {
    build: (bounded) => messageOf(cardOf(bounded, texts, username)),
    fits: (built) => Buffer.byteLength(JSON.stringify(built)) <= MAX_BYTES,
    maxSections: MAX_SECTIONS,
    maxCells: MAX_BYTES / MIN_CELL_BYTES,
  });
}

const messageOf = (content: AdaptiveCard): TeamsMessage => ({
  type: 'message',
  attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
});

function cardOf(report: Report, texts: DestinationsMessages, username: string | null): AdaptiveCard {
  const { title, description, headline, notes = [], sections, link, language, direction } = report;
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.5',
    lang: language,
    rtl: direction === 'rtl',
    fallbackText: visibleLine(headline ?? title, 256),
    body: [
      block({ ...run(title, 256), size: 'large', weight: 'bolder' }),
      ...(headline === undefined ? [] : [block({ ...run(headline, 600), weight: 'bolder' })]),
      ...(description === undefined ? [] : [block(run(description, 500))]),
      ...notes.slice(0, 5).map((note) => block({ ...run(note, 300), isSubtle: true })),
      ...sections.flatMap((each) => container(sectionElements(each, title, texts))),
      ...container(closingLines(report, texts, username).map(closing)),
    ],
    actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: texts.open, url: link }],
    msteams: { width: 'Full' },
  };
}

const closing = (line: string): RichTextBlock => ({
  ...block({ ...run(line, 1000), size: 'small', isSubtle: true }),
  spacing: 'small',
});

const container = (items: CardContainer['items']): readonly CardContainer[] =>
  items.length === 0 ? [] : [{ type: 'Container', separator: true, spacing: 'medium', items }];

function sectionElements(
  each: ReportSection,
  title: string,
  texts: DestinationsMessages,
): CardContainer['items'] {
  // A report of one tile has its title.
  const heading =
    each.title === undefined || each.title === title
      ? []
      : [block({ ...run(each.title, 256), weight: 'bolder' as const })];
  return [...heading, ...(each.kind === 'tile' ? tileElements(each, texts) : textElements(each))];
}

const textElements = ({ paragraphs, source }: TextSection): CardContainer['items'] => [
  ...paragraphs.slice(0, 20).map((paragraph) => block(run(paragraph, 1000))),
  ...(source === undefined ? [] : [block({ ...run(source, 300), isSubtle: true })]),
];

function tileElements(
  { description, value, image, table, note }: TileSection,
  texts: DestinationsMessages,
): CardContainer['items'] {
  const isEmpty = value === undefined && table === undefined && note === undefined;
  const change = value ? changeText(value) : '';
  return [
    ...(description === undefined ? [] : [block({ ...run(description, 300), isSubtle: true })]),
    ...(value === undefined
      ? []
      : [block({ ...run(value.text, 100), size: 'extraLarge', weight: 'bolder' })]),
    ...(change === '' ? [] : [block(run(change, 300))]),
    ...(note === undefined ? [] : [block({ ...run(note, 300), isSubtle: true })]),
    // A card loads images by their address only, and charts have none.
    ...(isEmpty && image ? [block(run(image.alt, 600))] : []),
    ...(table === undefined ? [] : tableElements(table, texts)),
  ];
}

function tableElements(table: ReportTable, texts: DestinationsMessages): CardContainer['items'] {
  const { shown, left } = visibleTable(table, texts);
  const rowOf = (row: readonly string[], style: Pick<TextRun, 'weight'> = {}) => ({
    type: 'TableRow' as const,
    cells: shown.columns.map((_, index) => ({
      type: 'TableCell' as const,
      items: [block({ ...run(row[index] ?? '', 120), ...style })] as const,
    })),
  });
  const bold = { weight: 'bolder' } as const;
  const grid: CardTable = {
    type: 'Table',
    showGridLines: false,
    columns: shown.columns.map(({ isNumber }) => ({
      width: 1,
      // With `rtl`, the left.
      ...(isNumber && { horizontalCellContentAlignment: 'right' as const }),
    })),
    rows: [
      rowOf(
        shown.columns.map(({ label }) => label),
        bold,
      ),
      ...shown.rows.map((row) => rowOf(row)),
      ...(shown.total ? [rowOf(shown.total, bold)] : []),
    ],
  };
  return [
    ...(shown.columns.length === 0 ? [] : [grid]),
    ...(left.length === 0 ? [] : [closing(left.join(' · '))]),
  ];
}

const block = (text: TextRun): RichTextBlock => ({ type: 'RichTextBlock', inlines: [text] });

const run = (text: string, max: number): TextRun => ({ type: 'TextRun', text: visibleLine(text, max) });

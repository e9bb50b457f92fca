import type { PageSlots } from '@inlay/charts/theme/assign-slots';
import type { Tile } from '@inlay/charts/tile';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { NamedValues } from '@inlay/protocol/narrative';
import type { QueryResult } from '@inlay/protocol/result';
import type { PageContent } from '../page-content.ts';
import { markdownBlocks } from '../render-markdown.ts';
import type { TileOutcome } from '../tile-section.ts';
import { valueWriter } from '../write-value.ts';
import type { CoverLogo } from './cover-logo.ts';
import { paragraphs } from './paragraphs.ts';
import { MARGIN, PAGE, type Part, type Pen } from './sheet.ts';

/** The content and results of a document. */
export interface DocumentContent {
  readonly content: PageContent;
  readonly outcomes: ReadonlyMap<string, TileOutcome>;
  /** The results whose values texts state, where they are not those of the tiles. */
  readonly stated?: ReadonlyMap<string, QueryResult>;
  readonly variables: Variables;
  readonly colors?: PageSlots | undefined;
  /** The active filters in words: numbers without them mislead. */
  readonly filters: readonly string[];
  /** The date on which it was made. */
  readonly made: string;
  /** Begins a whole dashboard or story with a page of its own. */
  readonly cover?: DocumentCover | undefined;
}

/** What a cover says besides title, description and filters. */
export interface DocumentCover {
  /** Whose document it is. */
  readonly brand: string;
  /** In place of the brand. */
  readonly logo?: CoverLogo | undefined;
  /** When it was made, with the time. */
  readonly moment: string;
}

export interface Drafting extends DocumentContent {
  readonly pen: Pen;
  readonly results: ReadonlyMap<string, QueryResult>;
  readonly tiles: ReadonlyMap<string, Tile>;
}

export const INSIDE = PAGE.width - 2 * MARGIN;
const FOOT = 34;
/** The height of a page between its margins and above its footer. */
export const DEPTH = PAGE.height - 2 * MARGIN - FOOT + 10;

const pending: TileOutcome = { state: 'pending' };
export const tileOutcome = ({ outcomes }: DocumentContent, id: string) => outcomes.get(id) ?? pending;

/** A text of a dashboard. */
export function textPart(
  markdown: string,
  values: NamedValues | undefined,
  width: number,
  { pen, results, variables }: Drafting,
): Part {
  const write = valueWriter(values, results, variables, pen.locale);
  return paragraphs(markdownBlocks(markdown, write), width, { size: 14, fill: pen.theme.tokens.text }, pen);
}

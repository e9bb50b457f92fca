import type { MailAttachment } from '../../../platform/mail/mail-message.ts';

/** A message before it is written for a channel: what one viewer sees of one subscription, when it is sent. */
export interface Report {
  /** Of the tile, story or dashboard, as this viewer sees it. */
  readonly title: string;
  readonly description?: string | undefined;
  /** In an alert: what happened, such as “Returns are 9.2%, above 8%”. */
  readonly headline?: string | undefined;
  /** Sent because somebody asked for it, and not because it was due. */
  readonly isTest?: boolean | undefined;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** Active filters, as `Region: North`. */
  readonly filters: readonly string[];
  /** When the data was read, as written in the viewer's language and time zone. */
  readonly madeAt: string;
  /** The day of it, which tells the messages of a subscription apart. */
  readonly day?: string | undefined;
  /** What the reader has to know about all of it, such as a filter that no longer exists. */
  readonly notes?: readonly string[] | undefined;
  readonly sections: readonly ReportSection[];
  /** Sections that are left out, because a message has a maximum. */
  readonly leftOut: number;
  /** The file of a PDF, XLSX or CSV report. */
  readonly files: readonly MailAttachment[];
  /** The host's page; null if the tenant names none. */
  readonly link: string | null;
  /** When the stored context ends, as written; null if it does not soon. */
  readonly endsAt: string | null;
}

export type ReportSection = TextSection | TileSection;

/** A text of a story or dashboard. */
export interface TextSection {
  readonly kind: 'text';
  /** `chapter`: a tab of a dashboard or a step of a story begins with it. `advice`: what an author recommends. */
  readonly role?: 'chapter' | 'advice' | undefined;
  readonly title?: string | undefined;
  readonly paragraphs: readonly string[];
  /** Where the data is from. */
  readonly source?: string | undefined;
}

export interface TileSection {
  readonly kind: 'tile';
  readonly title: string;
  readonly description?: string | undefined;
  /** The value of a KPI, which needs no image. */
  readonly value?: ReportValue | undefined;
  readonly image?: ReportImage | undefined;
  /** The same data for people and programs that read no images. */
  readonly table?: ReportTable | undefined;
  /** Instead of data: no rows, no access, or a database that does not respond. */
  readonly note?: string | undefined;
}

export interface ReportValue {
  readonly text: string;
  /** Such as “up 16%”. */
  readonly change?: string | undefined;
  /** Whether the change is an improvement. */
  readonly isGood?: boolean | undefined;
  /** What it is compared with, such as “vs. last year”, or its period; and how far it is from its target. */
  readonly detail?: string | undefined;
}

export interface ReportImage {
  /** PNG for light and dark mode, twice as wide as shown. */
  readonly light: Buffer;
  readonly dark: Buffer;
  readonly alt: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

export interface ReportTable {
  readonly columns: readonly { readonly label: string; readonly isNumber: boolean }[];
  /** Written in the viewer's language. */
  readonly rows: readonly (readonly string[])[];
  /** The totals of all rows, also of those that are left out. */
  readonly total?: readonly string[] | undefined;
  /** Rows that are left out. */
  readonly more: number;
  /** Which rows and columns are left out, in words. */
  readonly note?: string | undefined;
}

import type { MailAttachment } from '../../../platform/mail/mail-message.ts';
import type {
  Report,
  ReportImage,
  ReportSection,
  ReportTable,
  ReportValue,
  TextSection,
  TileSection,
} from '../message/report.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

const mebibyte = 1024 * 1024;
/** Of all images together: with more, none is sent, because tables say the same. */
const MAX_IMAGE_BYTES = 5 * mebibyte;
const MAX_FILE_BYTES = 15 * mebibyte;

export interface WebhookReport {
  readonly subscription: StoredSubscription;
  readonly report: Report;
  readonly jobId: string;
  readonly dueAt: number;
}

/** What a webhook gets, apart from the files. Names are snake_case, as in tokens and their contexts. */
export function webhookPayload({ subscription, report, jobId, dueAt }: WebhookReport, now: number) {
  const withImages = imageBytes(report.sections) <= MAX_IMAGE_BYTES;
  return {
    type: subscription.kind,
    test: report.isTest ?? false,
    id: jobId,
    tenant: subscription.tenant_id,
    workspace_id: subscription.workspace_id,
    username: subscription.username,
    subscription: { id: subscription.id, title: subscription.title },
    due_at: new Date(dueAt).toISOString(),
    sent_at: new Date(now).toISOString(),
    language: report.language,
    title: report.title,
    description: report.description ?? null,
    headline: report.headline ?? null,
    filters: report.filters,
    notes: report.notes ?? [],
    made_at: report.madeAt,
    link: report.link,
    sections: report.sections.map((section) => sectionDto(section, withImages)),
    left_out: report.leftOut,
  };
}

/** The files that are sent; larger ones are only named. */
export function sentFiles(files: readonly MailAttachment[]): readonly {
  readonly file: MailAttachment;
  readonly isSent: boolean;
}[] {
  let left = MAX_FILE_BYTES;
  return files.map((file) => {
    const isSent = file.content.length <= left;
    if (isSent) left -= file.content.length;
    return { file, isSent };
  });
}

const imageBytes = (sections: readonly ReportSection[]): number =>
  sections.reduce((sum, each) => sum + (each.kind === 'tile' ? (each.image?.light.length ?? 0) : 0), 0);

const sectionDto = (section: ReportSection, withImages: boolean) =>
  section.kind === 'text' ? textDto(section) : tileDto(section, withImages);

const textDto = ({ kind, role, title, paragraphs, source }: TextSection) => ({
  kind,
  role: role ?? null,
  title: title ?? null,
  paragraphs,
  source: source ?? null,
});

const tileDto = (
  { kind, title, description, value, image, table, note }: TileSection,
  withImages: boolean,
) => ({
  kind,
  title,
  description: description ?? null,
  value: value ? valueDto(value) : null,
  table: table ? tableDto(table) : null,
  note: note ?? null,
  image: image && withImages ? imageDto(image) : null,
});

const valueDto = ({ text, change, detail }: ReportValue) => ({
  text,
  change: change ?? null,
  detail: detail ?? null,
});

const tableDto = ({ columns, rows, total, more, note }: ReportTable) => ({
  columns: columns.map(({ label, isNumber }) => ({ label, is_number: isNumber })),
  rows,
  total: total ?? null,
  more_rows: more,
  note: note ?? null,
});

const imageDto = ({ light, alt, width, height }: ReportImage) => ({
  content_type: 'image/png',
  alt,
  width,
  height,
  content: light.toString('base64'),
});

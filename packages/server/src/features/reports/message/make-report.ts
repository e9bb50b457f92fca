import { isRightToLeft } from '@inlay/charts/format/locale';
import { writeTitle } from '../../../platform/render/write-value.ts';
import type { DataRead } from '../../datasets/index.ts';
import { type EmbedRequest, filterTexts, sentAccesses, titleOfPage } from '../../embeds/index.ts';
import { mailTime } from '../../mail/index.ts';
import { readReportSetup } from '../settings/report-settings.ts';
import { ReportError } from '../store/report-error.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import type { Report } from './report.ts';
import { type ReportEntry, reportEntries } from './report-entries.ts';
import { reportFile } from './report-file.ts';
import { reportFigures, reportSections } from './report-sections.ts';
import { exportTurns, type ReportTurns } from './report-turns.ts';
import { viewNotes } from './view-notes.ts';
import { accessLost, withReportErrors } from './with-report-errors.ts';

/**
 * What a subscription sends now: the rows that the viewer of the request may see at this moment, or a file with them.
 * What it reads is in the audit log before anybody has it. Throws `ReportError`.
 */
export async function makeReport(
  request: EmbedRequest,
  subscription: StoredSubscription,
  turns: ReportTurns = exportTurns(request),
): Promise<Report> {
  const { services, signal } = request;
  const reads: DataRead[] = [];
  const report = await withReportErrors(signal, () => reportOf({ ...request, reads }, subscription, turns));
  await services.accesses.record(sentAccesses(request, reads));
  return report;
}

type Parts = Pick<Report, 'title' | 'description' | 'sections' | 'leftOut' | 'files'>;

async function reportOf(
  request: EmbedRequest,
  subscription: StoredSubscription,
  turns: ReportTurns,
): Promise<Report> {
  const { locale, now } = request;
  const { tile_id: tileId, settings } = subscription;
  const { format } = settings;
  const entries = reportEntries(request, tileId);
  // Removed or hidden from this viewer: which of the two is not for them.
  if (!entries) throw accessLost();
  refuseFormat(request, format);
  const madeAt = mailTime(gregorian(request), now);
  const parts =
    format === 'message'
      ? await messageParts(request, entries, { tileId, turns })
      : await fileParts(request, entries, { format, tileId, moment: madeAt, turns });
  return {
    ...parts,
    language: locale.language,
    direction: isRightToLeft(locale) ? 'rtl' : 'ltr',
    filters: filterTexts(request),
    madeAt,
    day: dayText(request, now),
    notes: viewNotes(request, subscription),
    link: await linkOf(request, subscription),
    endsAt: endOf(request, subscription),
  };
}

/** The author of an embed may have disabled exports, or limited formats, since somebody subscribed. */
function refuseFormat(
  { embed: { options } }: EmbedRequest,
  format: StoredSubscription['settings']['format'],
): void {
  const isHidden = format !== 'message' && options?.hide?.includes('export');
  if (isHidden || options?.subscriptions?.formats?.includes(format) === false)
    throw new ReportError(
      'reports-off',
      'skip',
      'This format is turned off for the embed. Change the format of the subscription.',
    );
}

async function messageParts(
  request: EmbedRequest,
  entries: readonly ReportEntry[],
  { tileId, turns }: { readonly tileId: string | null; readonly turns: ReportTurns },
): Promise<Parts> {
  const { sections, leftOut } = await reportSections(request, entries, turns);
  const [first] = sections;
  const isAlone = (tileId !== null || request.content.kind === 'tile') && first?.kind === 'tile';
  // The title of a tile may state its values.
  const head = isAlone ? { title: first.title } : wholeHead(request);
  return { ...head, sections, leftOut, files: [] };
}

async function fileParts(
  request: EmbedRequest,
  entries: readonly ReportEntry[],
  { turns, ...options }: Parameters<typeof reportFile>[1] & { readonly turns: ReportTurns },
): Promise<Parts> {
  const { title, attachment } = await turns.makeFile(() => reportFile(request, options));
  const sections = await reportFigures(request, entries);
  const head = options.tileId === null ? wholeHead(request) : {};
  return { ...head, title, sections, leftOut: 0, files: [attachment] };
}

/** Title and description of a story or dashboard. */
function wholeHead(request: EmbedRequest): Pick<Report, 'title' | 'description'> {
  const { content, variables, locale } = request;
  const title = titleOfPage(request);
  if (content.kind === 'tile') return { title };
  const { description } = content.kind === 'story' ? content.story : content.dashboard;
  return { title, ...(description && { description: writeTitle(description, variables, locale) }) };
}

/** A locale with another calendar would not match the periods in the charts. */
function gregorian({ locale: { language }, calendar: { timeZone } }: EmbedRequest) {
  return { language: language.includes('-u-') ? language : `${language}-u-ca-gregory`, timeZone };
}

function dayText(request: EmbedRequest, at: number): string {
  const { language, timeZone } = gregorian(request);
  return new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium' }).format(at);
}

/** The host's page with the embed. */
async function linkOf(
  { services, viewer }: EmbedRequest,
  { id, embed_id: embedId }: StoredSubscription,
): Promise<string | null> {
  const { settings } = await readReportSetup(services.store, viewer.tenantId);
  const address = settings.pageUrl
    ?.replaceAll('{embed}', encodeURIComponent(embedId))
    .replaceAll('{subscription}', encodeURIComponent(id));
  const url = address === undefined ? null : URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

const DAY = 24 * 60 * 60 * 1000;
/** How long before its end a subscription says so. */
const NOTICE_MS = 14 * DAY;

function endOf(
  request: EmbedRequest,
  { context_ends_at: endsAt }: Pick<StoredSubscription, 'context_ends_at'>,
): string | null {
  return endsAt === null || endsAt - request.now > NOTICE_MS ? null : dayText(request, endsAt);
}

import { Readable } from 'node:stream';
import type { ViewState } from '@inlay/content/view-state';
import type { FrameErrorCode } from '@inlay/protocol/frame-messages';
import { MAX_ATTACHED_BYTES, type MailAttachment } from '../../../platform/mail/mail-message.ts';
import { coverLogo } from '../../../platform/render/document/cover-logo.ts';
import type { DocumentCover } from '../../../platform/render/document/drafting.ts';
import {
  type EmbedRequest,
  type ExportedFile,
  exportDocument,
  exportTile,
  exportWorkbook,
  taskInView,
} from '../../embeds/index.ts';
import { readMailLook } from '../../mail/index.ts';
import { ReportError } from '../store/report-error.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import { accessLost, dataUnavailable } from './with-report-errors.ts';

type FileFormat = Exclude<StoredSubscription['settings']['format'], 'message'>;

interface FileOptions {
  readonly format: FileFormat;
  /** One tile of the content; null for all of it. */
  readonly tileId: string | null;
  /** When it was made, for its cover. */
  readonly moment: string;
}

/** The file of a report, as the export of the page makes it. Throws `ReportError`. */
export async function reportFile(
  request: EmbedRequest,
  options: FileOptions,
): Promise<{ readonly title: string; readonly attachment: MailAttachment }> {
  const file = await makeFile(request, options);
  refuseEmpty(file.failures);
  const { title, name: filename, type: contentType } = file;
  return { title, attachment: { filename, contentType, content: await contentOf(file) } };
}

async function makeFile(
  request: EmbedRequest,
  { format, tileId, moment }: FileOptions,
): Promise<ExportedFile> {
  const { content, tiles } = request;
  const only = format === 'csv' && tiles.size === 1 ? [...tiles.keys()][0] : undefined;
  const id = tileId ?? (content.kind === 'tile' ? content.tile.id : only);
  const state = request.view?.state ?? {};
  if (id !== undefined) {
    const { choice, drill } = taskInView(state, id);
    return exportTile(request, { id, choice, drill }, format);
  }
  const choices = choicesOf(state);
  if (format === 'xlsx') return exportWorkbook(request, choices);
  if (format === 'pdf') return exportDocument(request, { ...choices, cover: await coverOf(request, moment) });
  throw new ReportError(
    'delivery-failed',
    'fail',
    'A CSV file contains one tile. Subscribe to a tile, or choose XLSX, which has one sheet per tile.',
  );
}

const choicesOf = ({ tiles = {}, drill = {} }: ViewState) => ({
  choices: Object.fromEntries(
    Object.entries(tiles).map(([id, { grain, measure }]) => [
      id,
      { ...(grain && { grain }), ...(measure && { measure }) },
    ]),
  ),
  drill: Object.fromEntries(Object.entries(drill).map(([key, { id, path }]) => [key, { id, path }])),
});

/** Name or logo, as at the top of the email that the file is attached to. */
async function coverOf({ services, viewer }: EmbedRequest, moment: string): Promise<DocumentCover> {
  const { brand = '', logo } = (await readMailLook(services, viewer.tenantId)) ?? {};
  return { brand, logo: logo ? await coverLogo(logo, services.files) : undefined, moment };
}

/** A file in which every tile says that it failed is no report. */
function refuseEmpty(failures: ExportedFile['failures']): void {
  if (!failures || failures.tiles === 0 || failures.codes.length < failures.tiles) return;
  const isDenied = (code: FrameErrorCode) => code === 'ACCESS_DENIED';
  throw failures.codes.every(isDenied) ? accessLost() : dataUnavailable();
}

async function contentOf({ body, name }: ExportedFile): Promise<Buffer> {
  if (!(body instanceof Readable)) return withinLimit(Buffer.from(body), name);
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop destroys the stream.
  for await (const chunk of body) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > MAX_ATTACHED_BYTES) throw tooLarge(name);
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

function withinLimit(content: Buffer, name: string): Buffer {
  if (content.length > MAX_ATTACHED_BYTES) throw tooLarge(name);
  return content;
}

const tooLarge = (name: string) =>
  new ReportError(
    'delivery-failed',
    'fail',
    `The file ${name} is larger than ${MAX_ATTACHED_BYTES / 1024 / 1024} MB, which mail servers do not accept. Subscribe to fewer rows, for example with a filter, or to a single tile.`,
  );

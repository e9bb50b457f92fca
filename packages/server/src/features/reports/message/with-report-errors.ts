import { AppError } from '../../../platform/errors.ts';
import { withDataErrors } from '../../../platform/query/result/data-errors.ts';
import { ReportError } from '../store/report-error.ts';

/** Runs work under a viewer's rights, and turns its refusals into what follows for a delivery. */
export async function withReportErrors<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await withDataErrors(work);
  } catch (error) {
    throw asReportError(error, signal);
  }
}

/** Errors of databases and queries name what is not for viewers: these sentences do not. */
function asReportError(error: unknown, { aborted }: AbortSignal): unknown {
  if (error instanceof ReportError) return error;
  if (aborted) return new ReportError('data-unavailable', 'retry', TOO_LATE, { cause: error });
  if (!(error instanceof AppError)) return error;
  const { code, message } = error;
  switch (code) {
    case 'ACCESS_DENIED':
    case 'DATA_DENIED':
      return accessLost(error);
    case 'EMBED_NOT_FOUND':
    case 'NOT_FOUND':
      return new ReportError('content-gone', 'skip', NOT_THERE, { cause: error });
    // Another attempt would fail in the same way.
    case 'REQUEST_INVALID':
    case 'TENANT_QUOTA_REACHED':
      return new ReportError('delivery-failed', 'fail', message, { cause: error });
    case 'INTERNAL':
      return error;
    default:
      return dataUnavailable(error);
  }
}

const TOO_LATE = 'The data was not read in time. Request less data, for example with a filter.';
const NOT_THERE = 'This content is archived, expired or not published.';

/** The same subscription works again once the viewer has access. */
export const accessLost = (cause?: unknown): ReportError =>
  new ReportError('access-lost', 'skip', 'The viewer does not have access to this content.', { cause });

export const dataUnavailable = (cause?: unknown): ReportError =>
  new ReportError('data-unavailable', 'retry', 'The data source is not available right now.', { cause });

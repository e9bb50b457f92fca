import { AppError } from '../../../platform/errors.ts';
import { ReportError } from '../store/report-error.ts';

/** Runs work under a viewer's rights, and turns its refusals into what follows for a delivery. */
export async function withReportErrors<T>({ aborted }: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error;
    const cause = { cause: error };
    if (!aborted && (error.code === 'DATA_DENIED' || error.code === 'ACCESS_DENIED'))
      throw new ReportError('access-lost', 'skip', 'The viewer does not have access to this content.', cause);
    throw new ReportError('data-unavailable', 'retry', 'The data source is not available right now.', cause);
  }
}

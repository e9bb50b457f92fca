import { AppError } from '../../platform/errors.ts';
import { UnknownFieldError } from '../../platform/query/errors/unknown-field-error.ts';

/**
 * Runs a query whose fields an author chose. One that does not exist for this viewer is not their mistake, and its name
 * is not for them.
 */
export async function refuseUnknownFields<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof AppError && error.cause instanceof UnknownFieldError)
      throw new AppError('DATA_DENIED', { detail: error.message, cause: error });
    throw error;
  }
}

import { AppError } from '../../../platform/errors.ts';
import { RepeatedKeyError } from '../../../platform/query/errors/repeated-key-error.ts';
import { UnknownFieldError } from '../../../platform/query/errors/unknown-field-error.ts';

/**
 * Runs a query whose fields an author chose. A field that does not exist for this viewer, or a relationship whose keys
 * repeat, is not their mistake, and the names are not for them.
 */
export async function hideFieldNames<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { cause, message: detail } = error;
    if (cause instanceof UnknownFieldError) throw new AppError('DATA_DENIED', { detail, cause: error });
    if (cause instanceof RepeatedKeyError)
      throw new AppError('REQUEST_INVALID', {
        message:
          'This data cannot be shown, because values would be counted several times. Ask an administrator to validate the relationships of the dataset.',
        detail,
        cause: error,
      });
    throw error;
  }
}

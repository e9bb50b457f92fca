import { AppError } from '../../platform/errors.ts';

/** Of the folders that this version writes. 1: without a number, and without dashboards of builders. */
export const FOLDER_FORMAT = 2;

/**
 * The app's file in today's format. A folder of a newer version is refused as a whole: what this version does not know
 * of it would be lost.
 */
export function upgradeAppFile(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { format = 1, ...app } = value as { readonly format?: unknown };
  if (!Number.isSafeInteger(format) || (format as number) < 1) {
    throw new AppError('REQUEST_INVALID', {
      message: `app.yaml  /format must be a whole number from 1 to ${FOLDER_FORMAT}`,
    });
  }
  if ((format as number) > FOLDER_FORMAT) {
    throw new AppError('REQUEST_INVALID', {
      message: `The folder has format ${format}, and this version of Inlay reads formats up to ${FOLDER_FORMAT}. Upgrade Inlay, then import again.`,
    });
  }
  // From 1 to 2 nothing changed in the files that 1 had.
  return { format: FOLDER_FORMAT, ...app };
}

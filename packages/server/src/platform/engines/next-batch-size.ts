import type { QueryLimits } from './engine.ts';

const FIRST_BATCH = 100;
const LARGEST_BATCH = 5000;

/** How many rows to ask for next, so that a batch hardly goes past the limits whatever the width of its rows. */
export function nextBatchSize(
  soFar: { readonly rowCount: number; readonly byteCount: number } | undefined,
  limits: QueryLimits,
): number {
  if (soFar === undefined || soFar.rowCount === 0) return Math.min(FIRST_BATCH, limits.maxRows + 1);
  const rowsLeft = limits.maxRows - soFar.rowCount + 1;
  const bytesPerRow = Math.max(1, soFar.byteCount / soFar.rowCount);
  const fitting = Math.ceil((limits.maxBytes - soFar.byteCount) / bytesPerRow) + 1;
  return Math.max(1, Math.min(LARGEST_BATCH, rowsLeft, fitting));
}

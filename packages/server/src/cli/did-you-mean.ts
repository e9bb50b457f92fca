import { closestName } from '../platform/closest-name.ts';

/** Returns ` Did you mean '…'?` for the closest known name, or nothing if none is close. */
export function didYouMean(given: string, known: readonly string[]): string {
  const closest = closestName(given, known);
  return closest === undefined ? '' : ` Did you mean '${closest}'?`;
}

import type { Cell } from './result.ts';

/**
 * A value of a dimension as a key. A missing value is a member too, and not the same as empty text (ADR 308). Numbers
 * beyond the precision of a double are text in a result, so the type does not count.
 */
export const memberKey = (value: Cell | undefined): string => (value == null ? '' : `=${value}`);

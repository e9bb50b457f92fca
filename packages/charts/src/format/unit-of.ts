import type { Format } from '@inlay/protocol/format';

/** The unit of a format: numbers of the same unit can share an axis. */
export const unitOf = (format: Format = { kind: 'number' }): string =>
  `${format.kind} ${('unit' in format && format.unit) || ('currency' in format && format.currency) || ''}`;

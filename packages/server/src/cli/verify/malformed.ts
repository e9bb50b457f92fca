/** Why a response could not be read. */
export const malformed = (error: unknown): string =>
  `it sent a response that this version cannot read (${error instanceof Error ? error.message : String(error)}).`;

/** One user of an import file as it was read: a value that is not checked yet, or why there is none. */
export interface UserLine {
  readonly line: number;
  readonly value?: unknown;
  readonly problems: readonly LineProblem[];
}

export interface LineProblem {
  readonly line: number;
  /** Empty where the line as a whole is meant. */
  readonly field: string;
  readonly problem: string;
}

/** More than any user that the API accepts; a longer line is a broken file and would fill the memory. */
export const MAX_LINE_BYTES = 1024 * 1024;

/** How a decoder marks bytes that are no UTF-8. */
export const NOT_UTF8 = '\uFFFD';

export const notUtf8 = 'contains characters that are not UTF-8; save the file as UTF-8';

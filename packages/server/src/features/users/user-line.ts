/** One line of an import file: an unchecked value, or the problems of the line. */
export interface UserLine {
  readonly line: number;
  readonly value?: unknown;
  readonly problems: readonly LineProblem[];
}

export interface LineProblem {
  readonly line: number;
  /** Empty if the problem concerns the whole line. */
  readonly field: string;
  readonly problem: string;
}

/** Larger than any user that the API accepts; a longer line is a broken file and would fill the memory. */
export const MAX_LINE_BYTES = 1024 * 1024;

/** The replacement character for bytes that are not valid UTF-8. */
export const NOT_UTF8 = '\uFFFD';

export const notUtf8 = 'contains characters that are not UTF-8; save the file as UTF-8';

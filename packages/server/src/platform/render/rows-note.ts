import type { Locale } from '@inlay/charts/format/locale';
import type { QueryResult } from '@inlay/protocol/result';

/** Says that a file has fewer rows than the result, or that the result has fewer than there are. */
export function rowsNote(
  shown: number,
  { rowCount, truncated }: Pick<QueryResult, 'rowCount' | 'truncated'>,
  { language, messages }: Locale,
): string | undefined {
  const number = (value: number) => value.toLocaleString(language);
  if (truncated) return messages.truncated({ count: shown, rows: number(shown) });
  return shown < rowCount ? messages.shownOf({ shown: number(shown), all: number(rowCount) }) : undefined;
}

export interface Row {
  readonly what: string;
  readonly figure: string;
  /** Against a limit or a peer of the same run; absolute figures of shared machines say little. */
  readonly ratio?: string;
  readonly target?: string;
  readonly met?: boolean;
}

export function printTable(title: string, rows: readonly Row[]): void {
  const cells = rows.map(({ what, figure, ratio = '', target = '', met }) => [
    what,
    figure,
    ratio,
    target,
    met === undefined ? '' : met ? '✔' : '✖',
  ]);
  const heads = ['what', 'figure', 'ratio', 'target', ''];
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
  console.log(`\n${title}\n${line(heads)}\n${cells.map(line).join('\n')}`);
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
export const us = (value: number): string => `${value.toFixed(0)} µs`;
export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;

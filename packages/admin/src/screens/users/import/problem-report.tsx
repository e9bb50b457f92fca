import { Button } from '@inlay/ui/button';
import { Table } from '@inlay/ui/table';
import type { VNode } from 'preact';
import { counted } from '../../../parts/counted.ts';

interface LineProblem {
  readonly line: number;
  readonly field: string;
  readonly problem: string;
}

export interface Problems {
  readonly total: number;
  readonly problems: readonly LineProblem[];
}

const SHOWN = 20;
const number = new Intl.NumberFormat('en');

/** The bad lines: the first of them here, all of them as a file. */
export function ProblemReport({
  name,
  problems: { total, problems },
}: {
  readonly name: string;
  readonly problems: Problems;
}): VNode {
  return (
    <section class="ui-card" aria-label="Bad lines">
      <div class="ui-card-head">
        <div>
          <h2>{counted(total, 'problem')}</h2>
          {problems.length < total && (
            <p class="muted">The first {number.format(problems.length)} are in the report.</p>
          )}
        </div>
        <Button onClick={() => download(`${name}.problems.csv`, csvOf(problems))}>Download the report</Button>
      </div>
      <Table>
        <thead>
          <tr>
            <th class="number">Line</th>
            <th>Field</th>
            <th>Problem</th>
          </tr>
        </thead>
        <tbody>
          {problems.slice(0, SHOWN).map(({ line, field, problem }, index) => (
            <tr key={index}>
              <td class="number">{number.format(line)}</td>
              <td class="ui-mono keep">{field}</td>
              <td>{problem}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function csvOf(problems: readonly LineProblem[]): string {
  // A spreadsheet would evaluate a cell that begins with one of these, and the content came from a file.
  const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const rows = problems.map(({ line, field, problem }) => `${line},${cell(field)},${cell(problem)}`);
  return ['line,field,problem', ...rows].join('\r\n');
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

import { Button } from '@inlay/ui/controls/button';
import { Table } from '@inlay/ui/layout/table';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { downloadText } from '../../../parts/text/download-text.ts';
import { numberText } from '../../../parts/text/number-text.ts';

interface LineProblem {
  readonly line: number;
  readonly field: string;
  readonly problem: string;
}

export interface Problems {
  readonly total: number;
  readonly problems: readonly LineProblem[];
}

const LIMIT = 20;

/** The first problems of a file, and all of them to download. */
export function ProblemReport({
  name,
  problems: { total, problems },
}: {
  readonly name: string;
  readonly problems: Problems;
}): VNode {
  const t = useMessages('people').users.importing;
  return (
    <section class="ui-card" aria-label={t.problemLines}>
      <div class="ui-card-head">
        <div>
          <h2>{t.problems({ count: total })}</h2>
          {problems.length < total && <p class="ui-muted">{t.reportLimit({ count: problems.length })}</p>}
        </div>
        <Button onClick={() => downloadText(`${name}.problems.csv`, csvOf(problems), 'text/csv')}>
          {t.download}
        </Button>
      </div>
      <Table>
        <thead>
          <tr>
            <th class="ui-number">{t.line}</th>
            <th>{t.field}</th>
            <th>{t.problem}</th>
          </tr>
        </thead>
        <tbody>
          {problems.slice(0, LIMIT).map(({ line, field, problem }, index) => (
            <tr key={index}>
              <td class="ui-number">{numberText(line)}</td>
              <td class="ui-mono ui-keep">{field}</td>
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

import { printable } from '../../platform/printable.ts';
import type { CheckState } from './check.ts';
import type { Report } from './verify-isolation.ts';

const MAX_FINDINGS = 10;
const SIGNS: Readonly<Record<CheckState, string>> = {
  passed: '✔',
  failed: '✖',
  'not-proven': '?',
  'not-applicable': '-',
};
const CONCLUSIONS = {
  passed: 'Passed: no context got data of another.',
  failed: 'FAILED: a context got data that is not its own.',
  'not-proven': 'NOT PROVEN: no leak was found, but not everything could be compared.',
};

/** For a terminal: without the control characters that are in texts of the instance. */
export function reportText(report: Report, format: 'json' | 'table'): string {
  const text = format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : table(report);
  return text.split('\n').map(printable).join('\n');
}

/** The report as a table, with the findings below each check. */
function table({ state, instance, contexts, embeds, requests, checks }: Report): string {
  const width = Math.max(...checks.map(({ id }) => id.length));
  const lines = checks.flatMap(({ id, title, state, summary, findings }) => [
    `  ${SIGNS[state]} ${id.padEnd(width)}  ${title}`,
    `    ${' '.repeat(width)}  ${state === 'passed' ? '' : `${state.replace('-', ' ')}: `}${printable(summary)}`,
    ...findings.slice(0, MAX_FINDINGS).map(({ message }) => `      ${printable(message)}`),
    ...(findings.length > MAX_FINDINGS
      ? [`      … and ${findings.length - MAX_FINDINGS} more; --json prints all.`]
      : []),
  ]);
  const names = contexts.map((name) => `'${name}'`).join(', ');
  return [
    `${instance}: ${embeds.length} embeds as ${names}, ${requests} requests`,
    '',
    ...lines,
    '',
    CONCLUSIONS[state],
    '',
  ].join('\n');
}

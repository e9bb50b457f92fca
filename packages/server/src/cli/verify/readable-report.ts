import { printable } from '../../platform/printable.ts';
import type { CheckState } from './check.ts';
import type { Report } from './verify-isolation.ts';

const MAX_FINDINGS = 10;
const SIGNS: Readonly<Record<CheckState, string>> = {
  passed: '✔',
  leak: '✖',
  'could-not-prove': '?',
  'nothing-to-prove': '-',
};
const CONCLUSIONS = {
  passed: 'Passed: no context got data of another.',
  leak: 'LEAK: a context got data that is not its own.',
  'could-not-prove': 'COULD NOT PROVE: no leak was found, but not everything could be compared.',
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
    `    ${' '.repeat(width)}  ${state === 'passed' ? '' : `${state.replaceAll('-', ' ')}: `}${printable(summary)}`,
    ...findings.slice(0, MAX_FINDINGS).map(({ message }) => `      ${printable(message)}`),
    ...(findings.length > MAX_FINDINGS
      ? [`      … and ${findings.length - MAX_FINDINGS} more; --json prints all.`]
      : []),
  ]);
  const without = checks.filter((check) => check.state === 'nothing-to-prove');
  const names = contexts.map((name) => `'${name}'`).join(', ');
  return [
    `${instance}: ${embeds.length} embeds as ${names}, ${requests} requests`,
    '',
    ...lines,
    '',
    CONCLUSIONS[state],
    ...(without.length > 0 ? ['Nothing to prove:'] : []),
    ...without.map(({ id, summary }) => `  ${id.padEnd(width)}  ${printable(summary)}`),
    '',
  ].join('\n');
}

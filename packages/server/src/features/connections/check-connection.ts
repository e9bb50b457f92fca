import { type ConnectionDefinition, LISTED_FIELDS } from '@inlay/protocol/connection';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { isPlainHost, PLAIN_HOST } from '../../platform/egress/plain-host.ts';
import { pathsIn, splitConnectionTemplate } from './connection-template.ts';

/** Everything that would keep a connection from ever being opened, found when it is saved. */
export function checkConnection(
  definition: ConnectionDefinition,
  password: string | null,
): readonly FieldProblem[] {
  if (definition.kind === 'duckdb') return checkFiles(definition, password);
  return [
    ...(['host', 'user', ...(definition.kind === 'clickhouse' ? [] : (['database'] as const))] as const)
      .filter((field) => !definition[field])
      .map((field) => ({ path: `/${field}`, problem: 'is required' })),
    ...LISTED_FIELDS.flatMap((field) => checkField(definition, field)),
    ...templateProblem('/password', password ?? ''),
  ];
}

function checkFiles(definition: ConnectionDefinition, password: string | null) {
  const given = Object.entries({ ...definition, password: password ?? undefined })
    .filter(([field, value]) => field !== 'kind' && value !== undefined)
    .map(([field]) => field);
  return given.map((field) => ({
    path: `/${field}`,
    problem: "is not for the kind duckdb, which reads the tenant's uploaded files",
  }));
}

function checkField(definition: ConnectionDefinition, field: (typeof LISTED_FIELDS)[number]) {
  const text = definition[field] ?? '';
  const allowed = definition.allowed?.[field];
  const problems = templateProblem(`/${field}`, text);
  if (problems.length > 0) return problems;
  const isTemplate = pathsIn(text).length > 0;
  const path = `/allowed/${field}`;
  if (isTemplate && allowed === undefined)
    return [{ path, problem: `is required because ${field} contains {{ … }}` }];
  if (!isTemplate && allowed !== undefined)
    return [{ path, problem: `is only allowed if ${field} contains {{ … }}` }];
  if (field !== 'host') return [];
  if (!isTemplate) return hostProblem(text, '/host');
  return (allowed ?? []).flatMap((host, index) => hostProblem(host, `${path}/${index}`));
}

function templateProblem(path: string, text: string): readonly FieldProblem[] {
  const parts = splitConnectionTemplate(text);
  return typeof parts === 'string' ? [{ path, problem: `is not a valid template: ${parts}` }] : [];
}

function hostProblem(host: string, path: string): readonly FieldProblem[] {
  return host === '' || isPlainHost(host) ? [] : [{ path, problem: PLAIN_HOST }];
}

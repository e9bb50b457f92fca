import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { ConnectionField, ConnectionFields } from '../../platform/engines/connection-field.ts';
import { engineNamed } from '../../platform/engines/engines.ts';
import type { ConnectionDefinition } from './connection-schemas.ts';
import { pathsIn, splitConnectionTemplate } from './connection-template.ts';

/** Finds problems that would prevent the connection from being opened, when it is saved. */
export function checkConnection(
  definition: ConnectionDefinition,
  password: string | null,
): readonly FieldProblem[] {
  return checkFields(engineNamed(definition.kind).fields, definition, password);
}

/** The same for the fields of an engine. */
export function checkFields(
  fields: ConnectionFields,
  definition: ConnectionDefinition,
  password: string | null,
): readonly FieldProblem[] {
  const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
  return [
    ...Object.keys(fields)
      .filter((name) => fields[name]?.isRequired)
      .filter((name) => isEmpty(name === 'password' ? password : definition[name]))
      .map((name) => ({ path: `/${name}`, problem: 'is required' })),
    ...foreignFields(fields, definition, password),
    ...Object.entries(fields)
      .filter(([name]) => name !== 'password')
      .flatMap(([name, field]) => checkField(definition, name, field)),
    ...templateProblem('/password', password ?? ''),
  ];
}

/** Reports fields that the engine does not have, as values or in the lists of allowed values. */
function foreignFields(
  fields: ConnectionFields,
  { kind, allowed, ...values }: ConnectionDefinition,
  password: string | null,
): readonly FieldProblem[] {
  const known = Object.keys(fields);
  const given = Object.entries({ ...values, password: password ?? undefined })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  const listed = known.filter((name) => fields[name]?.readsContext);
  const lists = listed.length === 0 ? [] : Object.keys(allowed ?? {});
  const problem = `is not a field of connections of the kind ${kind}, which ${known.length === 0 ? 'have no settings' : `have ${known.join(', ')}`}`;
  return [
    ...given.filter((name) => !known.includes(name)).map((name) => ({ path: `/${name}`, problem })),
    ...(listed.length === 0 && allowed !== undefined ? [{ path: '/allowed', problem }] : []),
    ...lists.filter((name) => !listed.includes(name)).map((name) => ({ path: `/allowed/${name}`, problem })),
  ];
}

function checkField(definition: ConnectionDefinition, name: string, field: ConnectionField) {
  const text = String(definition[name] ?? '');
  if (!field.readsContext) return valueProblem(field, text, `/${name}`);
  const allowed = definition.allowed?.[name];
  const problems = templateProblem(`/${name}`, text);
  if (problems.length > 0) return problems;
  const isTemplate = pathsIn(text).length > 0;
  const path = `/allowed/${name}`;
  if (isTemplate && allowed === undefined)
    return [{ path, problem: `is required because ${name} contains {{ … }}` }];
  if (!isTemplate && allowed !== undefined)
    return [{ path, problem: `is only allowed if ${name} contains {{ … }}` }];
  if (!isTemplate) return valueProblem(field, text, `/${name}`);
  return (allowed ?? []).flatMap((value, index) => valueProblem(field, value, `${path}/${index}`));
}

function templateProblem(path: string, text: string): readonly FieldProblem[] {
  const parts = splitConnectionTemplate(text);
  return typeof parts === 'string' ? [{ path, problem: `is not a valid template: ${parts}` }] : [];
}

function valueProblem(field: ConnectionField, value: string, path: string): readonly FieldProblem[] {
  const problem = value === '' ? undefined : field.problemWith?.(value);
  return problem === undefined ? [] : [{ path, problem }];
}

import type { ContentChange } from '@inlay/protocol/content-change';
import { diffContent } from '@inlay/protocol/diff-content';
import { type FieldProblem, shapeErrors } from '@inlay/protocol/shape-errors';
import {
  ALL_FIELDS,
  type Connection,
  type ConnectionFile,
  ConnectionFileSchema,
  findConnections,
  PASSWORD_PURPOSE,
  putConnection,
} from '../../connections/index.ts';
import { recordChange } from '../store/content-request.ts';
import type { FolderKind, PreparedFile, Variables } from './folder-kind.ts';

/**
 * Connections of datasets, without their passwords: what differs between environments is written as `${NAME}` and comes
 * from the environment of the command that applies the folder (ADR 329). They belong to the tenant, so a folder deletes none.
 */
export const connectionKind: FolderKind = {
  kind: 'connection',
  folder: 'connections',
  schema: ConnectionFileSchema,
  list: async ({ queries, tenantId, named }) => {
    const found = await findConnections(queries, tenantId, [...named]);
    return new Map(
      found
        .filter(({ id }) => named.has(id))
        .map((connection) => [
          connection.id,
          {
            value: toFile(connection),
            title: connection.name,
            stamp: String(connection.version),
            isUnpublished: false,
            sealedPassword: connection.sealedPassword,
          },
        ]),
    );
  },
  prepare: fillIn,
  check: (value) => shapeErrors(ConnectionFileSchema, value),
  compare: (
    { services: { vault }, tenantId },
    { value, sealedPassword = null },
    { value: filled, written },
  ) => {
    const { password: _, ...before } = value as ConnectionFile;
    const { password, ...after } = filled as ConnectionFile;
    const stored =
      sealedPassword === null ? undefined : vault.open(tenantId, PASSWORD_PURPOSE, sealedPassword);
    const secret: readonly ContentChange[] =
      password === undefined || password === stored ? [] : [{ path: '/password', kind: 'changed' }];
    return [...diffContent(before, after).map((change) => withoutVariables(change, written)), ...secret];
  },
  write: async (write, { id, value }) => {
    const { services, ...changes } = write;
    const done = await putConnection(services, changes, id, value as ConnectionFile);
    await recordChange(write, { action: `connection.${done}`, target: id });
  },
};

function toFile({ id, name, definition: { kind, ...settings }, sealedPassword }: Connection): object {
  const variable = `${id
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '_')
    .replace(/^(?=\d)/, '_')}_PASSWORD`;
  return { name, kind, ...settings, ...(sealedPassword === null ? {} : { password: `\${${variable}}` }) };
}

const PLACEHOLDER = /\$\{([^{}$]{0,200})\}/g;

/** Replaces `${NAME}` in the values, not in the text of the file: a value cannot add fields. */
function fillIn(value: unknown, variables: Variables): PreparedFile {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value, problems: [] };
  const problems: FieldProblem[] = [];
  const filled = Object.entries(value).map(([field, written]) => {
    if (typeof written !== 'string' || !written.includes('${')) {
      if (field === 'password') problems.push({ path: '/password', problem: PLAIN_PASSWORD });
      return [field, written];
    }
    const refuse = (problem: string) => problems.push({ path: `/${field}`, problem });
    const text = written.replaceAll(PLACEHOLDER, (_, name: string) => {
      const found = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (found === undefined) refuse(`needs the environment variable ${name}, which is not set`);
      // It would be a template of its own, which errors quote.
      else if (found.includes('{{')) refuse(`needs another value of ${name}: it must not contain {{`);
      return found ?? '';
    });
    return [field, isNumber(field) && /^\d{1,15}$/.test(text) ? Number(text) : text];
  });
  return { value: Object.fromEntries(filled), problems };
}

const PLAIN_PASSWORD = `must not be in a file. Write \${NAME} and set the environment variable NAME, or omit it to keep the saved password`;

function isNumber(field: string): boolean {
  const schema = ALL_FIELDS[field]?.schema;
  return schema !== undefined && 'type' in schema && schema.type === 'integer';
}

/** A variable may hold a secret in any field, and plans are printed in logs. */
function withoutVariables({ path, kind, ...values }: ContentChange, written: unknown): ContentChange {
  const field = path.split('/')[1] ?? '';
  const text = (written as Readonly<Record<string, unknown>>)[field];
  return typeof text === 'string' && text.includes('${') ? { path, kind } : { path, kind, ...values };
}

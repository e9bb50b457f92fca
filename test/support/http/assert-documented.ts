import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type ApiDescription, operationsOf } from './api-description.ts';

interface Documented {
  readonly name: string;
  readonly method: string;
  readonly path: RegExp;
  readonly statuses: readonly number[];
}

let documented: readonly Documented[] | undefined;

/**
 * Fails if the API returned a status that its description does not have for the operation. Every call of the conformance
 * tests passes through here. What has no operation, such as pages and probes, is let through.
 */
export function assertDocumented(method: string, target: string, status: number): void {
  documented ??= readOperations();
  const path = target.split('?', 1)[0] ?? '';
  const ofPath = documented.filter((operation) => operation.path.test(path));
  // A method that no operation of the address has is answered for all of them.
  const operation = ofPath.find((each) => each.method === (method === 'HEAD' ? 'GET' : method)) ?? ofPath[0];
  assert.ok(
    operation === undefined || operation.statuses.includes(status),
    `${method} ${path} returned ${status}, which docs/reference/openapi.json does not have for ${operation?.name}`,
  );
}

function readOperations(): readonly Documented[] {
  const file = new URL('../../../docs/reference/openapi.json', import.meta.url);
  const description = JSON.parse(readFileSync(file, 'utf8')) as ApiDescription;
  const operations = operationsOf(description).map(({ name, method, path, responses }) => ({
    name,
    method,
    path: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    statuses: Object.keys(responses).map(Number),
  }));
  // A fixed address before one with a parameter: `/users/bulk` is not the user `bulk`.
  return operations.sort((a, b) => parameters(a.name) - parameters(b.name));
}

const parameters = (name: string) => name.split('{').length;

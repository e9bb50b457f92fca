import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { apiTypes } from '../../../../scripts/dev/api-types.ts';
import { call } from '../../../support/http/api-client.ts';
import {
  type ApiDescription,
  type ApiResponse,
  type ApiSchema,
  type NamedOperation,
  operationsOf,
} from '../../../support/http/api-description.ts';
import {
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';

const written = new URL('../../../../docs/reference/openapi.json', import.meta.url);
const types = new URL('../../../../packages/admin/src/api/operations.ts', import.meta.url);

describe('the OpenAPI description', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let description: ApiDescription;
  let operations: readonly NamedOperation[];
  before(async () => {
    store = await storeWith('started', sqliteStore);
    inlay = await startInlay(store);
    ({ body: description } = await call<ApiDescription>(`${inlay.url}/api/openapi.json`));
    operations = operationsOf(description);
  });
  after(async () => {
    await inlay?.close();
    await store?.drop();
  });

  /** The names of operations for which something is wrong. */
  const wrong = (isWrong: (operation: NamedOperation) => boolean) =>
    operations.filter(isWrong).map(({ name }) => name);

  it('is valid OpenAPI 3.1 according to an independent validator, including references', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(description) as never);
    assert.equal(valid, true, JSON.stringify(errors, null, 2));
    assert.equal(validator.version, '3.1');
    assert.deepEqual(danglingReferences(description), []);
  });

  it('describes the routes of the specification', () => {
    const names = operations.map(({ name }) => name);
    assert.ok(names.includes('POST /api/login'));
    assert.ok(names.includes('GET /api/v0/users'));
  });

  it('gives every operation a summary, a unique id and a documented tag', () => {
    const described = description.tags.filter(({ description }) => description).map(({ name }) => name);
    assert.deepEqual(
      wrong(({ summary }) => !summary),
      [],
    );
    assert.deepEqual(
      wrong(({ tags = [] }) => tags.length === 0 || !tags.every((tag) => described.includes(tag))),
      [],
    );
    assert.deepEqual(
      wrong(({ operationId }) => !/^[a-z][A-Za-z0-9]+$/.test(operationId ?? '')),
      [],
    );
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  });

  it('documents the errors of each kind of operation', () => {
    const lacks = (status: string) => (operation: NamedOperation) => !(status in operation.responses);
    const needsLogin = ({ security = [] }: NamedOperation) => security.some((scheme) => 'login' in scheme);
    assert.ok(operations.some(needsLogin));
    assert.deepEqual(
      wrong((operation) => needsLogin(operation) && lacks('401')(operation)),
      [],
    );
    assert.deepEqual(wrong(lacks('403')), []);
    assert.deepEqual(wrong(lacks('500')), []);
    assert.deepEqual(
      wrong((operation) => operation.path.includes('{id}') && lacks('404')(operation)),
      [],
    );
    const takesBody = ({ requestBody }: NamedOperation) => requestBody !== undefined;
    for (const status of ['400', '413', '415'])
      assert.deepEqual(
        wrong((operation) => takesBody(operation) && lacks(status)(operation)),
        [],
      );
    const takesQuery = ({ parameters = [] }: NamedOperation) =>
      parameters.some((parameter) => parameter.in === 'query');
    assert.deepEqual(
      wrong((operation) => takesQuery(operation) && lacks('400')(operation)),
      [],
    );
  });

  it('gives every list of the public API pages', () => {
    const resolve = (schema: ApiSchema = {}): ApiSchema => {
      const name = schema.$ref?.split('/').at(-1);
      return name === undefined ? schema : (description.components.schemas[name] as ApiSchema);
    };
    const responseOf = ({ responses }: NamedOperation) =>
      resolve(responses[200]?.content?.['application/json']?.schema);
    const fieldsOf = (schema: ApiSchema) => (schema.properties ?? {}) as Readonly<Record<string, ApiSchema>>;
    const lists = operations.filter((operation) => {
      if (operation.method !== 'GET' || !operation.path.startsWith('/api/v0/')) return false;
      const response = responseOf(operation);
      return response.type === 'array' || resolve(fieldsOf(response).data).type === 'array';
    });
    assert.ok(lists.length > 20);
    const withoutPages = lists.filter((operation) => {
      const { meta } = fieldsOf(responseOf(operation));
      const parameters = (operation.parameters ?? []).map(({ name }) => name);
      return (
        meta?.$ref !== '#/components/schemas/PageMeta' ||
        !['page', 'limit'].every((name) => parameters.includes(name))
      );
    });
    assert.deepEqual(
      withoutPages.map(({ name }) => name),
      [],
    );
  });

  it('describes every response', () => {
    const vague = (response: ApiResponse) =>
      response.$ref === undefined && (!response.description || response.description === 'Default Response');
    assert.deepEqual(
      wrong(({ responses }) => Object.values(responses).some(vague)),
      [],
    );
  });

  it('references every object by name instead of repeating it', () => {
    const inlineObjects = operations.flatMap(({ name, requestBody, responses }) => {
      const bodies = [requestBody as ApiResponse | undefined, ...Object.values(responses)];
      const schemas = bodies.flatMap((body) =>
        Object.values(body?.content ?? {}).map(({ schema }) => schema),
      );
      return schemas.some((schema?: ApiSchema) => schema?.type === 'object') ? [name] : [];
    });
    assert.deepEqual(inlineObjects, []);
    for (const name of ['User', 'NewUser', 'UserChange', 'UserPage', 'PageMeta', 'Error'])
      assert.ok(name in description.components.schemas, name);
  });

  it('shows an example for every code of an error response', () => {
    const { Unauthorized } = description.components.responses as Record<string, ApiResponse>;
    assert.deepEqual(Unauthorized?.content?.['application/json'], {
      schema: { $ref: '#/components/schemas/Error' },
      examples: { UNAUTHORIZED: { value: { statusCode: 401, message: 'Unauthorized' } } },
    });
  });

  it('contains no internal schema keywords', () => {
    assert.doesNotMatch(JSON.stringify(description), /x-problem|x-openapi/);
  });

  it('is the one in docs/reference (`npm run reference` updates it)', () => {
    assert.deepEqual(JSON.parse(readFileSync(written, 'utf8')), description);
  });

  it('has the types that the admin app uses (`npm run reference` updates them)', () => {
    assert.equal(readFileSync(types, 'utf8'), apiTypes(JSON.parse(readFileSync(written, 'utf8'))));
  });
});

function danglingReferences(document: unknown): string[] {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path);
  const finds = (path = '') =>
    path.split('/').reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document);
  return references.filter((path) => finds(path) === undefined).map(String);
}

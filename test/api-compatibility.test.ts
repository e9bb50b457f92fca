import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { breakingChanges, type Description } from '../scripts/dev/api-changes.ts';
import { FROZEN } from './support/data/open-fixture.ts';

const read = (path: string): Description => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** Changes made on purpose before the first release. From then on this list stays empty: a break needs `v1`. */
const ACCEPTED: readonly RegExp[] = [
  // Replaced by `render` and `messages`; only the page's own script called them.
  /^POST \/embed\/api\/v0\/embeds\/\{id\}\/(.*\/)?(painting|point|words) is gone$/,
  /^POST \/embed\/api\/v0\/embeds\/\{id\}\/builder\/preview: body\/paint is refused now$/,
  // Names of fonts are limited now.
  /body\/(theme\/)?font: (max|min)Length is \d+ now$/,
  /^PATCH \/api\/v0\/(apps|embeds)\/\{id\}: body\/theme no longer accepts object$/,
];

const user = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, age: { type: 'integer' } },
};
const input = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 64 },
    kind: { enum: ['a', 'b'] },
    size: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
  },
};
const describeWith = (changes: {
  readonly user?: object;
  readonly input?: object;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly paths?: Description['paths'];
}): Description => ({
  paths: changes.paths ?? {
    '/users/{id}': {
      put: {
        parameters: changes.parameters ?? [{ name: 'q', in: 'query' }],
        requestBody: { content: { 'application/json': { schema: { ...input, ...changes.input } } } },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } },
        },
      },
    },
  },
  components: { schemas: { User: { ...user, ...changes.user } } },
});
const { properties } = input;

const BREAKS: Readonly<Record<string, readonly [Parameters<typeof describeWith>[0], RegExp]>> = {
  'a removed address': [{ paths: {} }, /^PUT \/users\/\{id\} is gone$/],
  'a removed parameter': [{ parameters: [] }, /the parameter query q is gone/],
  'a parameter that becomes required': [
    { parameters: [{ name: 'q', in: 'query', required: true }] },
    /the parameter query q is required now/,
  ],
  'a removed response field': [{ user: { properties: { id: { type: 'string' } } } }, /200\/age is gone/],
  'a response field that may be missing': [{ user: { required: [] } }, /200\/id may be missing now/],
  'a response field of another type': [
    { user: { properties: { ...user.properties, age: { type: 'string' } } } },
    /200\/age: the type changed/,
  ],
  'a request field that becomes required': [
    { input: { required: ['name', 'kind'] } },
    /body\/kind is required now/,
  ],
  'a request field that is no longer accepted': [
    { input: { properties: { name: properties.name, kind: properties.kind } } },
    /body\/size is refused now/,
  ],
  'a shorter limit': [
    { input: { properties: { ...properties, name: { type: 'string', maxLength: 32 } } } },
    /body\/name: maxLength is 32 now/,
  ],
  'a value that is no longer accepted': [
    { input: { properties: { ...properties, kind: { enum: ['a'] } } } },
    /body\/kind no longer accepts "b"/,
  ],
  'a type that is no longer accepted': [
    { input: { properties: { ...properties, size: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] } } } },
    /body\/size no longer accepts null/,
  ],
};

describe('the API', () => {
  for (const version of FROZEN)
    it(`keeps everything that clients of ${version} use`, () => {
      const changes = breakingChanges(
        read(`fixtures/${version}/openapi.json`),
        read('../docs/reference/openapi.json'),
      );
      assert.deepEqual(
        changes.filter((change) => !ACCEPTED.some((accepted) => accepted.test(change))),
        [],
      );
    });

  for (const [name, [changes, expected]] of Object.entries(BREAKS))
    it(`would be reported as broken by ${name}`, () => {
      const found = breakingChanges(describeWith({}), describeWith(changes));
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0] ?? '', expected);
    });

  it('may grow', () => {
    const grown = describeWith({
      user: { properties: { ...user.properties, name: { type: 'string' } }, required: ['id', 'name'] },
      input: {
        properties: {
          ...properties,
          kind: { enum: ['a', 'b', 'c'] },
          name: { type: ['string', 'null'], maxLength: 128 },
          note: { type: 'string' },
        },
      },
      parameters: [
        { name: 'q', in: 'query' },
        { name: 'page', in: 'query' },
      ],
    });
    assert.deepEqual(breakingChanges(describeWith({}), grown), []);
  });
});

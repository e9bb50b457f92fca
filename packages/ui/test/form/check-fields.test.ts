import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EmbedContentSchema } from '@inlay/content/embed';
import { messages } from '@inlay/messages/admin/en';
import { namedSchemas } from '@inlay/protocol/named';
import Type from '@inlay/protocol/plain-schema';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import { NewUser } from '@inlay/protocol/user';
import { checkFields } from '../../src/form/check-fields.ts';
import type { FormSchema } from '../../src/form/form-schema.ts';

const check = (schema: object, value: unknown) =>
  checkFields(schema as FormSchema, value, messages.form).map(({ path, problem }) => `${path} ${problem}`);

describe('client-side validation', () => {
  it('requires fields that are missing, or empty with a minimum length', () => {
    const { create } = namedSchemas('Group');
    assert.deepEqual(check(create, { name: '' }), ['/id is required', '/name is required']);
  });

  it('accepts null if the schema does', () => {
    assert.deepEqual(check(NewUser, { username: 'ann', email: null, workspaceId: null }), []);
  });

  it("uses the schema's message for a pattern", () => {
    assert.deepEqual(check(NewUser, { username: 'ann', email: 'ann' }), ['/email must be an email address']);
  });

  it('checks lengths, ranges, choices, whole numbers and entries', () => {
    const schema = Type.Object({
      short: Type.String({ minLength: 2 }),
      long: Type.String({ maxLength: 2 }),
      port: Type.Integer({ minimum: 1, maximum: 10 }),
      share: Type.Number({ minimum: 0 }),
      half: Type.Integer(),
      mode: Type.Enum(['on', 'off']),
      list: Type.Array(Type.String({ maxLength: 1 }), { minItems: 1 }),
      none: Type.Array(Type.String(), { minItems: 1 }),
    });
    const value = {
      short: 'a',
      long: 'abc',
      port: 11,
      share: -1,
      half: 0.5,
      mode: 'x',
      list: ['a', 'bc'],
      none: [],
    };
    assert.deepEqual(check(schema, value), [
      '/short must have at least 2 characters',
      '/long can have at most 2 characters',
      '/port must be between 1 and 10',
      '/share must be at least 0',
      '/half must be a whole number',
      '/mode must be one of on, off',
      '/list/1 can have at most 1 character',
      '/none needs at least 1 entry',
    ]);
  });

  it('counts characters as the server does', () => {
    assert.deepEqual(check(Type.Object({ name: Type.String({ maxLength: 2 }) }), { name: '😀😀' }), []);
  });

  it('leaves unions and records to the server', () => {
    const schema = Type.Object({ value: Type.Union([Type.String(), Type.Number()]) });
    assert.deepEqual(check(schema, { value: true }), []);
    assert.deepEqual(check(NewUser, { username: 'a', privileges: { 'an app': ['fly'] } }), []);
  });

  it('refuses nothing that the server accepts', () => {
    const values = [
      { title: 'Sales', target: { kind: 'tile', id: 'sales' }, expiresAt: null },
      {
        title: 'Sales',
        target: { kind: 'tile', id: 'sales' },
        expiresAt: '2030-01-01T00:00:00Z',
        options: {},
      },
    ];
    for (const value of values) {
      assert.deepEqual(shapeErrors(EmbedContentSchema, value), []);
      assert.deepEqual(check(EmbedContentSchema, value), []);
    }
  });
});

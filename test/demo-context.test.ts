import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';

const file = new URL('../examples/host-app/demo-context.mjs', import.meta.url).href;
const { editContext, EditError } = (await import(file)) as {
  editContext(own: object, edit: unknown): Readonly<Record<string, unknown>>;
  EditError: new () => Error;
};
const own = { username: 'maeve@larkfell.test', privileges: { sales: ['view'] } };
const PRIVILEGES = ['view', 'contribute', 'validate'];

/** Anything that a page could send, often with names that matter. */
const name = fc.constantFrom(
  ...['username', 'workspaceId', 'workspace_id', 'roles', 'privileges', 'groups', 'attributes', 'secrets'],
  ...['sales', 'other', '__proto__', 'region'],
);
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue(),
    fc.constantFrom('ADMIN', 'view', 'admin'),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(name, tie('any'), { maxKeys: 3 }),
  ),
})).any as fc.Arbitrary<unknown>;

describe('the context that the demo edits', () => {
  it('is that of the same user in the app of the demo, whatever a page sends', () => {
    let signed = 0;
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 3 }), (edit) => {
        try {
          const context = editContext(own, JSON.parse(JSON.stringify(edit)));
          signed++;
          assert.deepEqual(Object.keys(context), ['username', 'privileges', 'groups', 'attributes']);
          assert.equal(context.username, own.username);
          for (const [app, names] of Object.entries(context.privileges as object)) {
            assert.equal(app, 'sales');
            for (const each of names as string[]) assert.ok(PRIVILEGES.includes(each), each);
          }
        } catch (error) {
          assert.ok(error instanceof EditError, String(error));
        }
      }),
      { numRuns: 500 },
    );
    assert.ok(signed > 10, `only ${signed} were signed`);
  });
});

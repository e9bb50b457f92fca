import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedFields, isChanged, nextForm, startForm } from '../../src/form/form-state.ts';

const user = { username: 'ann', email: null as string | null, groups: ['a'], settings: { port: 1 } };
const start = startForm<Partial<typeof user>>(user);
const labels = new Map([
  ['/username', 'Username'],
  ['/email', 'Email'],
  ['/groups', 'Groups'],
]);
const refuse = (problems: { path: string; problem: string }[], message = 'The request is invalid.') =>
  ({ type: 'refuse', refusal: { problems, message }, labels }) as const;

describe('form state', () => {
  it('is changed while a value differs from the loaded one', () => {
    const typed = nextForm(start, { type: 'change', path: 'username', value: 'bob' });
    assert.ok(isChanged(typed));
    assert.ok(!isChanged(nextForm(typed, { type: 'change', path: 'username', value: 'ann' })));
    assert.ok(!isChanged(nextForm(typed, { type: 'reset' })));
  });

  it('knows the changed fields, with null for those that were removed', () => {
    let state = nextForm(start, { type: 'change', path: 'settings.port', value: 2 });
    state = nextForm(state, { type: 'change', path: 'groups', value: undefined });
    assert.deepEqual(changedFields(state), { settings: { port: 2 }, groups: null });
  });

  it('shows the problem of a field at the field, as a sentence with its label', () => {
    const state = nextForm(start, refuse([{ path: '/email', problem: 'is taken' }]));
    assert.deepEqual(state.errors, { '/email': 'Email is taken.' });
    assert.equal(state.message, undefined);
  });

  it('shows the problem of an entry at the list, and says which entry', () => {
    const state = nextForm(start, refuse([{ path: '/groups/2', problem: 'does not exist' }]));
    assert.deepEqual(state.errors, { '/groups': 'Entry 3 does not exist.' });
  });

  it('shows problems of hidden fields in the general message', () => {
    const problems = [
      { path: '/username', problem: 'is taken' },
      { path: '/settings/firstPort', problem: 'must be 1.' },
    ];
    const state = nextForm(start, refuse(problems));
    assert.deepEqual(state.errors, { '/username': 'Username is taken.' });
    assert.equal(state.message, 'Settings first port must be 1.');
  });

  it('shows the message of an error without a field', () => {
    assert.equal(nextForm(start, refuse([], 'You are offline.')).message, 'You are offline.');
  });

  it('keeps the input when saving fails', () => {
    const typed = nextForm(start, { type: 'change', path: 'username', value: 'bob' });
    const refused = nextForm(nextForm(typed, { type: 'send' }), refuse([]));
    assert.deepEqual(refused.values, typed.values);
    assert.equal(refused.isBusy, false);
  });

  it('clears the error of a field only when that field changes', () => {
    const problems = [
      { path: '/username', problem: 'is taken' },
      { path: '/email', problem: 'is taken' },
    ];
    const refused = nextForm(start, refuse(problems));
    const typed = nextForm(refused, { type: 'change', path: 'username', value: 'bob' });
    assert.deepEqual(Object.keys(typed.errors), ['/email']);
    assert.deepEqual(nextForm(typed, { type: 'set', changes: { email: 'x@y' } }).errors, {});
  });

  it('keeps input typed during the request as unsaved', () => {
    const typed = nextForm(start, { type: 'change', path: 'username', value: 'bob' });
    const later = nextForm(typed, { type: 'change', path: 'email', value: 'b@c' });
    const saved = nextForm(later, { type: 'save', values: typed.values });
    assert.deepEqual(changedFields(saved), { email: 'b@c' });
  });

  it('follows reloaded values, except in changed fields', () => {
    let state = nextForm(start, { type: 'change', path: 'username', value: 'bob' });
    state = nextForm(state, { type: 'change', path: 'groups', value: undefined });
    state = nextForm(state, { type: 'load', values: { ...user, username: 'eve', email: 'e@f' } });
    assert.deepEqual(state.values, { username: 'bob', email: 'e@f', settings: { port: 1 } });
  });

  it('starts a new generation when values are replaced other than by typing', () => {
    const typed = nextForm(start, { type: 'replace', values: { ...user, username: 'bob' } });
    assert.equal(typed.generation, 0);
    const saved = nextForm(typed, { type: 'save', values: typed.values });
    assert.equal(nextForm(saved, { type: 'load', values: saved.values }).generation, 0);
    assert.equal(nextForm(typed, { type: 'reset' }).generation, 1);
    const merged = {
      type: 'merge',
      base: { ...user, email: 'e@f' },
      values: { ...typed.values, email: 'e@f' },
    } as const;
    assert.equal(nextForm(typed, merged).generation, 1);
    assert.deepEqual(changedFields(nextForm(typed, merged)), { username: 'bob' });
  });
});

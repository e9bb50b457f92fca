import assert from 'node:assert/strict';
import test, { describe, it } from 'node:test';
import type { ContentState } from '@inlay/content/content';
import { ALL_PERMISSIONS, type Permission } from '@inlay/protocol/permission';
import {
  type ContentAction,
  type ContentCaller,
  type ContentSubject,
  isPermitted,
  isPossible,
  type PrivilegeName,
} from '../../../src/platform/identity/permissions.ts';

const states: readonly ContentState[] = ['draft', 'in-review', 'published', 'archived'];
const actions: readonly ContentAction[] = [
  'view',
  'read-working-copy',
  'create',
  'edit',
  'submit',
  'publish',
  'return',
  'archive',
  'unarchive',
  'delete',
];
const sets: readonly (readonly PrivilegeName[])[] = [
  [],
  ['view'],
  ['contribute'],
  ['validate'],
  ['contribute', 'validate'],
];

const subject = (state: ContentState, rest: Partial<ContentSubject> = {}): ContentSubject => ({
  kind: 'tile',
  appId: 'sales',
  workspaceId: 'main',
  appIsArchived: false,
  isOwned: false,
  state,
  isPublished: state === 'published',
  wasPublished: state === 'published' || state === 'archived',
  ...rest,
});

const caller = (
  token: 'login' | 'embed',
  admin: boolean,
  privileges: readonly PrivilegeName[],
  rest: Partial<ContentCaller> = {},
): ContentCaller => ({
  ...(token === 'login' && admin
    ? { grants: { permissions: new Set(ALL_PERMISSIONS), workspaces: null } }
    : {}),
  viewsEverything: token === 'embed' && admin,
  workspaceId: 'main',
  privileges: (appId) => (appId === 'sales' ? privileges : []),
  ...rest,
});

const allowed = (who: ContentCaller, what: ContentSubject) =>
  actions.filter((action) => isPossible(action, what) && isPermitted(who, action, what));

/** By privileges and state: everything a caller without ADMIN can do. Written out, so that a change is seen. */
const table: Readonly<Record<string, Readonly<Record<ContentState, readonly ContentAction[]>>>> = {
  '': { draft: [], 'in-review': [], published: [], archived: [] },
  view: { draft: [], 'in-review': [], published: ['view'], archived: [] },
  contribute: {
    draft: ['read-working-copy', 'create', 'edit', 'submit', 'delete'],
    'in-review': ['read-working-copy', 'create', 'edit', 'delete'],
    published: ['view', 'read-working-copy', 'create', 'edit'],
    archived: ['read-working-copy', 'create'],
  },
  validate: {
    draft: ['read-working-copy', 'archive', 'delete'],
    'in-review': ['read-working-copy', 'publish', 'return', 'archive', 'delete'],
    published: ['view', 'read-working-copy', 'archive', 'delete'],
    archived: ['read-working-copy', 'unarchive', 'delete'],
  },
  'contribute,validate': {
    draft: ['read-working-copy', 'create', 'edit', 'submit', 'publish', 'archive', 'delete'],
    'in-review': ['read-working-copy', 'create', 'edit', 'publish', 'return', 'archive', 'delete'],
    published: ['view', 'read-working-copy', 'create', 'edit', 'archive', 'delete'],
    archived: ['read-working-copy', 'create', 'unarchive', 'delete'],
  },
};

const everything: Readonly<Record<ContentState, readonly ContentAction[]>> = {
  draft: ['read-working-copy', 'create', 'edit', 'submit', 'publish', 'archive', 'delete'],
  'in-review': ['read-working-copy', 'create', 'edit', 'publish', 'return', 'archive', 'delete'],
  published: ['view', 'read-working-copy', 'create', 'edit', 'archive', 'delete'],
  archived: ['read-working-copy', 'create', 'unarchive', 'delete'],
};

for (const token of ['login', 'embed'] as const) {
  for (const privileges of sets) {
    for (const state of states) {
      const named = `${privileges.join(' and ') || 'nothing'} on a ${state} item`;
      test(`a ${token} token of a USER with ${named} may do what the table says`, () => {
        const expected = table[privileges.join()]?.[state];
        assert.deepEqual(allowed(caller(token, false, privileges), subject(state)), expected);
      });
      test(`a ${token} token of an ADMIN with ${named} may do what the table says`, () => {
        const own = table[privileges.join()]?.[state] ?? [];
        const expected =
          token === 'login'
            ? everything[state]
            : actions.filter(
                (action) => own.includes(action) || (action === 'view' && state === 'published'),
              );
        assert.deepEqual(allowed(caller(token, true, privileges), subject(state)), expected);
      });
    }
  }
}

test('a published version stays visible while the next one is a draft or in review', () => {
  for (const state of ['draft', 'in-review'] as const) {
    const live = subject(state, { isPublished: true, wasPublished: true });
    assert.deepEqual(allowed(caller('login', false, ['view']), live), ['view']);
    assert.deepEqual(allowed(caller('embed', true, []), live), ['view']);
  }
});

test('contributors delete only content that was never published', () => {
  const contributor = caller('login', false, ['contribute']);
  assert.ok(isPermitted(contributor, 'delete', subject('draft')));
  assert.ok(!isPermitted(contributor, 'delete', subject('draft', { wasPublished: true })));
});

test("privileges apply only to unarchived apps of the caller's workspace", () => {
  const all = ['view', 'contribute', 'validate'] as const;
  for (const state of states) {
    for (const token of ['login', 'embed'] as const) {
      assert.deepEqual(allowed(caller(token, false, all, { workspaceId: 'other' }), subject(state)), []);
      assert.deepEqual(allowed(caller(token, false, all, { workspaceId: null }), subject(state)), []);
      assert.deepEqual(allowed(caller(token, false, all), subject(state, { appId: 'hr' })), []);
      assert.deepEqual(allowed(caller(token, false, all), subject(state, { appIsArchived: true })), []);
    }
    assert.deepEqual(allowed(caller('embed', true, all), subject(state, { appIsArchived: true })), []);
  }
  const elsewhere = caller('embed', true, all, { workspaceId: 'other' });
  assert.deepEqual(allowed(elsewhere, subject('published')), ['view']);
});

test('apps and embeds are visible by privilege and managed by administrators only', () => {
  for (const token of ['login', 'embed'] as const) {
    const everyPrivilege = caller(token, false, ['view', 'contribute', 'validate']);
    assert.deepEqual(allowed(everyPrivilege, subject('published', { kind: 'app' })), ['view']);
  }
  assert.deepEqual(
    allowed(caller('login', true, []), subject('published', { kind: 'app' })),
    everything.published,
  );
  assert.deepEqual(allowed(caller('embed', true, ['contribute']), subject('published', { kind: 'app' })), [
    'view',
  ]);
});

describe('permissions of administrators and API keys', () => {
  const granted = (permissions: readonly Permission[], workspaces: readonly string[] | null = null) => ({
    ...caller('login', false, []),
    workspaceId: null,
    grants: { permissions: new Set(permissions), workspaces },
  });

  it('read working copies with content:read and change nothing', () => {
    for (const kind of ['tile', 'app', 'embed'] as const)
      assert.deepEqual(allowed(granted(['content:read']), subject('published', { kind })), [
        'view',
        'read-working-copy',
      ]);
  });

  it('change embeds with embeds:write and everything else with content:write', () => {
    const changes = (permission: Permission, kind: ContentSubject['kind']) =>
      allowed(granted([permission]), subject('published', { kind })).length;
    for (const kind of ['tile', 'story', 'dashboard', 'app'] as const) {
      assert.ok(changes('content:write', kind) > 0, kind);
      assert.equal(changes('embeds:write', kind), 0, kind);
    }
    assert.equal(changes('content:write', 'embed'), 0);
    assert.ok(changes('embeds:write', 'embed') > 0);
  });

  it('end at the workspaces of the key', () => {
    const all = ['content:read', 'content:write', 'embeds:write'] as const;
    for (const state of states) {
      const possible = allowed(granted(all), subject(state));
      assert.deepEqual(allowed(granted(all, ['main', 'north']), subject(state)), possible);
      assert.deepEqual(allowed(granted(all, ['north']), subject(state)), []);
      assert.deepEqual(allowed(granted(all, ['north']), subject(state, { workspaceId: null })), []);
    }
  });

  it('are nothing without a permission that concerns content', () => {
    const other = ALL_PERMISSIONS.filter((each) => !/^(?:content|embeds):/.test(each));
    for (const state of states) assert.deepEqual(allowed(granted(other), subject(state)), []);
  });
});

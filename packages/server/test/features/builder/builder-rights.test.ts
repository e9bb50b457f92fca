import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DashboardAction } from '@inlay/content/builder';
import type { ContentState } from '@inlay/content/content';
import { dashboardRights } from '@inlay/server/features/builder/dashboard-rights';
import type { Ownership } from '@inlay/server/features/content/store/dashboard-owners';

type Person = Parameters<typeof dashboardRights>[0];

const person = (privileges: readonly string[], more: Partial<Person> = {}): Person => ({
  me: 'main/ann',
  groups: ['emea'],
  views: privileges.length > 0,
  acts: true,
  contributes: privileges.includes('contribute'),
  validates: privileges.includes('validate'),
  copies: false,
  ...more,
});

const item = (state: ContentState, published = false) => ({
  state,
  published_version: published ? 1 : null,
  last_version: published ? 1 : 0,
});

const owned = (owner: string, sharing: Partial<Ownership['sharing']> = {}, isCopy = false): Ownership => ({
  owner,
  username: owner,
  byViewer: true,
  sharing: { with: 'me', groups: [], right: 'view', ...sharing },
  origin: isCopy ? { id: 'origin', version: 1 } : null,
});

const allowed = (...args: Parameters<typeof dashboardRights>): readonly DashboardAction[] => {
  const { may } = dashboardRights(...args);
  return (Object.keys(may) as DashboardAction[]).filter((action) => may[action]).sort();
};

describe('rights to a builder dashboard', () => {
  it('allow a contributing owner everything except publishing', () => {
    assert.deepEqual(allowed(person(['contribute']), item('draft'), owned('main/ann')), [
      'delete',
      'edit',
      'share',
      'submit',
    ]);
  });

  it('allow an owner who lost the privilege only to delete', () => {
    assert.deepEqual(allowed(person(['view']), item('draft'), owned('main/ann')), ['delete']);
    assert.deepEqual(allowed(person([]), item('draft'), owned('main/ann')), []);
    assert.equal(dashboardRights(person([]), item('draft'), owned('main/ann')).sees, 'nothing');
  });

  it('allow nobody else anything until it is shared or submitted', () => {
    for (const privileges of [['view'], ['contribute'], ['validate'], ['contribute', 'validate']])
      assert.equal(dashboardRights(person(privileges), item('draft'), owned('main/bob')).sees, 'nothing');
    assert.equal(
      dashboardRights(person(['contribute']), item('in-review'), owned('main/bob')).sees,
      'nothing',
    );
    assert.deepEqual(allowed(person(['validate']), item('in-review'), owned('main/bob')), [
      'publish',
      'return',
    ]);
  });

  it('do not cross workspaces', () => {
    const shared = owned('other/bob', { with: 'workspace', right: 'edit' });
    assert.equal(dashboardRights(person(['contribute']), item('draft'), shared).sees, 'nothing');
    assert.equal(dashboardRights(person(['contribute']), item('draft'), owned('other/ann')).mine, false);
  });

  it('follow group sharing, with editing only for contributors', () => {
    const shared = owned('main/bob', { with: 'groups', groups: ['emea'], right: 'edit' });
    assert.deepEqual(allowed(person(['contribute']), item('draft'), shared), ['edit', 'submit']);
    assert.deepEqual(allowed(person(['view']), item('draft'), shared), []);
    const other = person(['contribute'], { groups: ['EMEA'] });
    assert.equal(dashboardRights(other, item('draft'), shared).sees, 'nothing');
  });

  it('allow viewers to edit their copies where the embed allows copies', () => {
    const copy = owned('main/ann', {}, true);
    const copies = person(['view'], { copies: true });
    assert.deepEqual(allowed(copies, item('draft'), copy), ['delete', 'edit', 'reset']);
    assert.deepEqual(allowed(person(['view']), item('draft'), copy), ['delete']);
    assert.deepEqual(allowed(copies, item('published', true), undefined), ['copy']);
  });

  it('let publishers change the groups of any published dashboard without open changes', () => {
    const mayRegroup = (privileges: readonly string[], state: 'draft' | 'in-review' | 'published') =>
      allowed(person(privileges), item(state, true), owned('main/bob')).includes('groups');
    assert.ok(mayRegroup(['validate'], 'published'));
    assert.ok(!mayRegroup(['validate'], 'draft'));
    assert.ok(!mayRegroup(['validate'], 'in-review'));
    for (const privileges of [['view'], ['contribute']]) assert.ok(!mayRegroup(privileges, 'published'));
  });

  it('require both privileges to publish a draft, and exclude archived dashboards', () => {
    const both = person(['contribute', 'validate']);
    assert.ok(allowed(both, item('draft'), owned('main/ann')).includes('publish'));
    assert.ok(!allowed(both, item('draft'), owned('main/bob', { with: 'workspace' })).includes('publish'));
    assert.deepEqual(allowed(both, item('archived', true), undefined), []);
    assert.equal(dashboardRights(both, item('archived', true), undefined).sees, 'nothing');
  });
});

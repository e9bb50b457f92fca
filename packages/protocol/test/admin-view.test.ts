import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findAdminView, requestsOf } from '@inlay/protocol/admin-view';

const views = [
  { path: '/tiles/new', requests: ['datasets'] },
  { path: '/apps/:app/tiles/:id', requests: ['tiles/:id', 'apps/:app/datasets'] },
  { path: '/apps/:app', requests: ['{tab:dashboards|tiles}?limit=25&page={page:1}&q={q}&app=:app'] },
];

const asked = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://inlay.invalid');
  const view = findAdminView(views, pathname);
  return view && requestsOf(view, pathname, searchParams);
};

describe('what a view of the admin app asks for', () => {
  it('takes parts of the path by their names', () => {
    assert.deepEqual(asked('/apps/sales/tiles/revenue'), ['tiles/revenue', 'apps/sales/datasets']);
  });

  it('takes the page’s query, else what is usual, and leaves out what is empty', () => {
    assert.deepEqual(asked('/apps/sales'), ['dashboards?limit=25&page=1&app=sales']);
    assert.deepEqual(asked('/apps/sales?tab=tiles&q=a+b&page=2'), ['tiles?limit=25&page=2&q=a+b&app=sales']);
  });

  it('is the first view’s that matches, and of no other path', () => {
    assert.deepEqual(asked('/tiles/new'), ['datasets']);
    assert.equal(asked('/tiles/new/more'), undefined);
    assert.equal(asked('/apps/'), undefined);
    assert.equal(asked('/nowhere'), undefined);
  });

  it('stays below its resource, whatever an address says', () => {
    assert.deepEqual(asked('/apps/sales?q=%26limit%3D999'), [
      'dashboards?limit=25&page=1&q=%26limit%3D999&app=sales',
    ]);
    for (const tab of ['languages', '..%2F..%2Fadmin', 'users%3Fx%3D'])
      assert.deepEqual(asked(`/apps/sales?tab=${tab}`), [], tab);
  });
});

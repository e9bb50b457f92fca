import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import { builderClient, CHART, canvasOf, made } from '../../../support/builder/builder-world.ts';
import { dashboardOf, storyOf } from '../../../support/content/content-client.ts';
import { describeBuilders } from '../../../support/embeds/describe-embedding.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { type ApiDescription, operationsOf } from '../../../support/http/api-description.ts';
import { SQLITE } from '../../../support/server/start-inlay.ts';

/** `PATCH`, `POST /publish`: what is sent to the address of one resource. */
type Change = string;

/** What has to happen first, so that the change itself would be accepted. */
const BEFORE: Readonly<Record<Change, readonly Change[]>> = {
  'POST /return': ['POST /submit'],
  'POST /archive': ['POST /publish'],
  'POST /unarchive': ['POST /publish', 'POST /archive'],
  'POST /versions/{version}/restore': ['POST /publish'],
  'PUT /groups': ['POST /publish'],
};
const TRANSITIONS = ['submit', 'publish', 'return', 'archive', 'unarchive', 'versions/{version}/restore'];

interface Resource {
  /** In the API's description. */
  readonly path: string;
  readonly caller: 'admin' | 'author' | 'copier';
  /** Creates one and returns its address. */
  readonly make: () => Promise<string>;
  /** Every change that reads `If-Match`. */
  readonly changes: readonly Change[];
  readonly bodies: Readonly<Record<Change, object>>;
}

describeBuilders('the header If-Match', SQLITE, (given) => {
  const tokens = { admin: '', author: '', copier: '' };

  before(async () => {
    tokens.admin = given.setup.adminToken;
    for (const [name, privileges] of [
      ['author', ['contribute', 'validate']],
      ['copier', ['view']],
    ] as const) {
      const username = `${name}@customer.example`;
      const context = { username, privileges: { sales: privileges }, groups: ['emea'] };
      tokens[name] = await viewerToken(given.setup, context, given.now());
    }
  });

  const send = (caller: Resource['caller'], method: string, path: string, body?: object, ifMatch?: string) =>
    call<Record<string, unknown>>(`${given.inlay.url}${path}`, {
      method,
      token: tokens[caller],
      ...(body === undefined ? {} : { body }),
      ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }),
    });
  const accepted = async (...request: Parameters<typeof send>) => {
    const response = await send(...request);
    assert.ok([200, 201].includes(response.status), `${request}: ${JSON.stringify(response.body)}`);
  };

  const ofContent = (kind: string, content: object, changes = TRANSITIONS): Resource => ({
    path: `/api/v0/${kind}/{id}`,
    caller: 'admin',
    make: async () => {
      const id = `made-${randomUUID()}`;
      await accepted('admin', 'POST', `/api/v0/${kind}`, { id, ...content });
      return `/api/v0/${kind}/${id}`;
    },
    changes: ['PATCH', 'DELETE', ...changes.map((change) => `POST /${change}`)],
    bodies: { PATCH: { title: 'Changed' }, 'POST /return': { comment: 'Why?' } },
  });
  const ofData = (kind: string, content: object): Resource => ({
    ...ofContent(kind, content),
    changes: ['PATCH'],
    bodies: { PATCH: { name: 'Changed' } },
  });
  const dashboardAt = (id: string) => `/embed/api/v0/embeds/b-sales/builder/dashboards/${id}`;
  const makeDashboard = async () => {
    const author = builderClient(given.inlay, tokens.author);
    return (await made(author, canvasOf('Made', { chart: CHART }))).dashboard.id;
  };
  const ofBuilder = {
    path: '/embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}',
    bodies: {
      PUT: canvasOf('Changed', { chart: CHART }),
      PATCH: { title: 'Renamed' },
      'POST /return': { comment: 'Why?' },
      'PUT /groups': { groups: ['emea'] },
    },
  };

  const resources: readonly Resource[] = [
    ofContent('apps', { title: 'Made', workspaceId: 'main' }, [
      'archive',
      'unarchive',
      'versions/{version}/restore',
    ]),
    ofContent('tiles', { appId: 'sales', ...CHART }),
    ofContent('stories', { appId: 'sales', ...storyOf('revenue') }),
    ofContent('dashboards', { appId: 'sales', ...dashboardOf('revenue') }),
    ofContent('embeds', { title: 'Made', target: { kind: 'tile', id: 'revenue' } }, [
      'versions/{version}/restore',
    ]),
    ofData('connections', { name: 'Made', kind: 'duckdb' }),
    ofData('datasets', {
      name: 'Made',
      connectionId: 'files',
      source: { kind: 'file', file: 'sales' },
      segmented: false,
    }),
    {
      path: '/api/v0/themes/{name}',
      caller: 'admin',
      make: async () => {
        const path = `/api/v0/themes/made-${randomUUID()}`;
        await accepted('admin', 'PUT', path, {});
        return path;
      },
      changes: ['PUT'],
      bodies: { PUT: { light: { accent: '#0b6e4f' } } },
    },
    {
      ...ofBuilder,
      caller: 'author',
      make: async () => dashboardAt(await makeDashboard()),
      changes: [
        'PUT',
        'PATCH',
        'DELETE',
        'POST /submit',
        'POST /publish',
        'POST /return',
        'PUT /groups',
        'POST /versions/{revision}/restore',
      ],
    },
    {
      ...ofBuilder,
      caller: 'copier',
      make: async () => {
        const original = await makeDashboard();
        await accepted('author', 'POST', `${dashboardAt(original)}/publish`, {});
        const copier = builderClient(given.inlay, tokens.copier);
        const { status, body } = await copier('POST', `dashboards/${original}/copy`);
        assert.equal(status, 201, JSON.stringify(body));
        return dashboardAt(body.dashboard.id);
      },
      changes: ['POST /reset'],
    },
  ];

  const split = (change: Change) => {
    const [method = '', path = ''] = change.split(' ');
    return { method, path };
  };
  const nameOf = ({ path }: Resource, change: Change) => {
    const { method, path: below } = split(change);
    return `${method} ${path}${below}`;
  };

  it('is read by exactly the operations of this table', async () => {
    const { body } = await call<ApiDescription>(`${given.inlay.url}/api/openapi.json`);
    const described = operationsOf(body).filter(
      ({ path, parameters }) =>
        // The tests of SCIM have those of its users and groups.
        !path.startsWith('/api/scim/') &&
        parameters?.some(({ name, in: where }) => where === 'header' && name === 'if-match'),
    );
    assert.deepEqual(
      resources.flatMap((resource) => resource.changes.map((change) => nameOf(resource, change))).sort(),
      described.map(({ name }) => name).sort(),
    );
  });

  for (const resource of resources)
    for (const change of resource.changes)
      it(`${nameOf(resource, change)} refuses a stale If-Match and changes nothing`, async () => {
        const { caller, bodies } = resource;
        const apply = (each: Change, ifMatch: string) => {
          const { method, path } = split(each);
          const body = bodies[each] ?? (method === 'POST' && !path.endsWith('/restore') ? {} : undefined);
          return send(caller, method, `${address}${path.replace(/\{\w+\}/, '1')}`, body, ifMatch);
        };
        const read = async () => {
          const { status, headers, body } = await send(caller, 'GET', address);
          return { status, etag: String(headers.etag), body };
        };
        const address = await resource.make();
        const first = await read();
        given.advance(1000);
        // Apps and embeds are published when they are created.
        const steps = (BEFORE[change] ?? []).filter((step) => resource.changes.includes(step));
        const edit = resource.changes.find((each) => /^(PUT|PATCH)$/.test(each)) ?? 'PUT';
        for (const step of [edit, ...steps]) {
          const { status, body } = await apply(step, '*');
          assert.equal(status, 200, `${step}: ${JSON.stringify(body)}`);
        }
        const current = await read();
        assert.notEqual(current.etag, first.etag);
        const stale = await apply(change, first.etag);
        assert.equal(stale.status, 412, JSON.stringify(stale.body));
        assert.deepEqual(await read(), current);
        const { status, body } = await apply(change, current.etag);
        assert.ok([200, 204].includes(status), JSON.stringify(body));
      });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { CONTEXT, exchange, signJwt } from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { assertInvalidGrant } from '../../../support/http/assert-refused.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { signText } from '../../../support/tokens/forge-jwt.ts';

interface Report {
  readonly valid: boolean;
  readonly context: {
    readonly bytes: number;
    readonly truncated: boolean;
    readonly lost: { readonly section: string; readonly key: string }[];
    readonly effective: Readonly<Record<string, unknown>>;
  } | null;
}

const LIMIT = 3584;

describeEmbedding('specification 2.1, 7, 8: the embed context', STORES, (given) => {
  const present = (embed_context: unknown) => exchange(given.setup, signJwt(given.claims({ embed_context })));
  const check = async (embed_context: unknown) => {
    const url = `${given.inlay.url}/api/v0/embed-settings/check-token`;
    const body = { assertion: signJwt(given.claims({ embed_context })) };
    return (await call<Report>(url, { token: given.setup.adminToken, body })).body;
  };
  const accepts = async (embed_context: unknown) => {
    const { status, body } = await present(embed_context);
    assert.equal(status, 200, JSON.stringify(body));
    const { context } = await check(embed_context);
    assert.ok(context);
    return context;
  };
  const refuses = async (change: object, description: RegExp) => {
    assertInvalidGrant(await present({ ...CONTEXT, ...change }), description);
    assert.equal((await check({ ...CONTEXT, ...change })).valid, false);
  };

  it('must be an object', async () => {
    for (const context of [undefined, null, [], 'text', 1])
      assertInvalidGrant(await present(context), /^embed_context must be an object/);
  });

  for (const field of ['username', 'workspace_id', 'roles', 'privileges']) {
    it(`requires ${field}`, async () => {
      await refuses({ [field]: undefined }, new RegExp(`^embed_context\\.${field} `));
      await refuses({ [field]: null }, new RegExp(`^embed_context\\.${field} `));
    });
  }

  for (const [field, most] of [
    ['username', 1024],
    ['workspace_id', 256],
  ] as const) {
    it(`requires ${field} to be a string of 1 to ${most} bytes without control characters`, async () => {
      const problem = new RegExp(`^embed_context\\.${field} must`);
      for (const value of ['', 1, [], {}, true, 'x'.repeat(most + 1), 'é'.repeat(most / 2 + 1)])
        await refuses({ [field]: value }, problem);
      for (const value of ['a\u0000b', 'a\nb', '\ud800', 'x\udc00', '\u007f', '\u0001'.repeat(most)])
        await refuses({ [field]: value }, /control characters/);
      for (const value of ['x', '  blanks ', 'é'.repeat(most / 2), '😀', "'; drop table --", '"\\/']) {
        const { effective } = await accepts({ ...CONTEXT, [field]: value });
        assert.equal(effective[field], value);
      }
    });
  }

  it('accepts only the roles USER and ADMIN', async () => {
    for (const roles of [[], ['USER'], ['ADMIN'], ['USER', 'ADMIN', 'USER']]) {
      const { effective } = await accepts({ ...CONTEXT, roles });
      assert.deepEqual(effective.roles, [...new Set(roles)]);
    }
    for (const roles of ['USER', {}, ['user'], ['OWNER'], [null], [['USER']], Array(17).fill('USER')])
      await refuses({ roles }, /^embed_context\.roles /);
  });

  it('treats validator and validate as the same privilege', async () => {
    const privileges = { a: ['validator'], b: ['validate'], c: ['validator', 'validate', 'view'], d: [] };
    const { effective } = await accepts({ ...CONTEXT, privileges });
    assert.deepEqual(effective.privileges, {
      a: ['validate'],
      b: ['validate'],
      c: ['validate', 'view'],
      d: [],
    });
  });

  it('accepts only the privileges view, contribute and validate, for known and unknown apps', async () => {
    const privileges = {
      app: ['view', 'contribute', 'validate'],
      'no such app': ['view'],
      __proto__x: ['view'],
    };
    assert.deepEqual((await accepts({ ...CONTEXT, privileges })).effective.privileges, privileges);
    assert.deepEqual((await accepts({ ...CONTEXT, privileges: {} })).effective.privileges, {});
    for (const wrong of [
      [],
      'view',
      { a: 'view' },
      { a: ['admin'] },
      { a: ['View'] },
      { a: [null] },
      { a: {} },
    ])
      await refuses({ privileges: wrong }, /^embed_context\.privileges /);
  });

  it('accepts optional groups, attributes and secrets', async () => {
    const { groups, attributes, secrets, ...required } = CONTEXT;
    const { effective } = await accepts(required);
    assert.deepEqual([effective.groups, effective.attributes, effective.secrets], [[], {}, []]);
    await accepts({ ...required, groups: null, attributes: null, secrets: null });
    const full = (await accepts({ ...required, groups, attributes, secrets })).effective;
    assert.deepEqual(
      [full.groups, full.attributes, full.secrets],
      [groups, attributes, Object.keys(secrets)],
    );
    for (const wrong of ['emea', {}, [1], [null], [['x']]])
      await refuses({ groups: wrong }, /groups must be/);
    for (const field of ['attributes', 'secrets'])
      for (const wrong of ['x', [], 1, true]) await refuses({ [field]: wrong }, /must be an object/);
  });

  it('keeps attributes unchanged', async () => {
    const attributes = {
      n: -1.5,
      t: true,
      z: null,
      list: ['a', 1],
      deep: { a: [{}] },
      ü: '\u0000\ud800',
      '': 0,
    };
    assert.deepEqual((await accepts({ ...CONTEXT, attributes })).effective.attributes, attributes);
  });

  it('refuses numbers beyond double precision anywhere', async () => {
    const raw = (field: string, json: string) =>
      exchange(
        given.setup,
        signText(
          '{"alg":"RS512"}',
          JSON.stringify(given.claims({ embed_context: { ...CONTEXT, [field]: { id: 0 } } })).replace(
            '"id":0',
            `"id":${json}`,
          ),
        ),
      );
    for (const field of ['attributes', 'secrets']) {
      for (const json of ['9007199254740993', '-9007199254740992', '1e400', '[1,{"a":12345678901234567890}]'])
        assertInvalidGrant(
          await raw(field, json),
          new RegExp(`^embed_context\\.${field} has a number in 'id'`),
        );
      for (const json of ['9007199254740991', '0.1', '-0', '"9007199254740993"'])
        assert.equal((await raw(field, json)).status, 200, json);
    }
  });

  it('accepts 3,584 bytes and truncates 3,585 without an error', async () => {
    const sized = (pad: string) => ({ ...CONTEXT, attributes: { region: 'north', pad } });
    const room = LIMIT - Buffer.byteLength(JSON.stringify(sized('')));
    for (const pad of ['x'.repeat(room), `${'é'.repeat((room - (room % 2)) / 2)}${'x'.repeat(room % 2)}`]) {
      const exact = await accepts(sized(pad));
      assert.deepEqual([exact.bytes, exact.truncated, exact.lost], [LIMIT, false, []]);
      const over = await accepts(sized(`${pad}x`));
      assert.deepEqual([over.bytes, over.truncated], [LIMIT + 1, true]);
      assert.deepEqual(over.lost, [{ section: 'attributes', key: 'pad' }]);
      assert.deepEqual(over.effective.attributes, { region: 'north' });
    }
  });

  it('counts the bytes of the context, not of its serialization', async () => {
    const spaced = JSON.stringify(given.claims()).replaceAll(',"', `,${' '.repeat(500)}"`);
    assert.ok(Buffer.byteLength(spaced) > LIMIT);
    const assertion = signText('{"alg":"RS512"}', spaced);
    const url = `${given.inlay.url}/api/v0/embed-settings/check-token`;
    const { body } = await call<Report>(url, { token: given.setup.adminToken, body: { assertion } });
    assert.equal(body.context?.bytes, Buffer.byteLength(JSON.stringify(CONTEXT)));
    assert.equal((await exchange(given.setup, assertion)).status, 200);
  });

  it('drops unknown fields first, then attributes, secrets, groups and privileges, each from its end', async () => {
    const part = (name: string) => name.padEnd(300, '.');
    const full = {
      extra1: part('x'),
      ...CONTEXT,
      secrets: { s1: part('s'), s2: part('s') },
      privileges: { [part('p1')]: ['view'], [part('p2')]: ['view'] },
      groups: [part('g1'), part('g2')],
      attributes: { a1: part('a'), a2: part('a') },
      extra2: part('x'),
    };
    const order = [
      'extra2',
      'extra1',
      'a2',
      'a1',
      's2',
      's1',
      part('g2'),
      part('g1'),
      part('p2'),
      part('p1'),
    ];
    let longest = 0;
    for (let more = 0; more < 3400; more += 300) {
      // The username cannot be lost: as it grows, ever more of the rest goes.
      const names = { username: 'u'.repeat(Math.min(1024, 1 + more)), workspace_id: 'w'.repeat(256) };
      const roles = Array(16).fill('ADMIN');
      const pad = 'p'.repeat(Math.max(0, more - 1024));
      const groups = [part('g1'), part('g2')];
      const { lost } = await accepts({ ...full, ...names, roles, groups, extra3: pad });
      const keys = lost.map(({ key }) => key).filter((key) => key !== 'extra3');
      assert.deepEqual(keys, order.slice(0, keys.length));
      longest = Math.max(longest, keys.length);
    }
    assert.ok(longest >= 2);
    const heavy = { ...full, privileges: { p1: ['view'], [part('p2').repeat(20)]: ['view'] } };
    const { lost, effective } = await accepts(heavy);
    assert.deepEqual(
      lost.map(({ section }) => section),
      [
        ...Array(2).fill('embed_context'),
        ...Array(2).fill('attributes'),
        ...Array(2).fill('secrets'),
        ...Array(2).fill('groups'),
        'privileges',
      ],
    );
    assert.deepEqual(effective.privileges, { p1: ['view'] });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bytesByField,
  CONTEXT_LIMIT,
  fitContext,
  lossySections,
} from '@inlay/server/platform/identity/embed-context';
import fc from 'fast-check';

type Raw = Record<string, unknown>;
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const SECTIONS = ['attributes', 'secrets', 'groups', 'privileges'];

const text = fc.string({ unit: 'binary', maxLength: 300 });
const free = fc.dictionary(text, fc.oneof(text, fc.array(text, { maxLength: 4 }), fc.integer()), {
  maxKeys: 8,
});
const contextFields = fc.record(
  {
    username: fc.string({ minLength: 1, maxLength: 200 }),
    workspace_id: fc.constant('main'),
    roles: fc.constant(['USER']),
    privileges: fc.dictionary(text, fc.constant(['view', 'validator']), { maxKeys: 6 }),
    groups: fc.oneof(fc.array(text, { maxLength: 8 }), fc.constant(null)),
    attributes: fc.oneof(free, fc.constant(null)),
    secrets: free,
    notes: text,
    more: free,
  },
  { requiredKeys: ['username', 'workspace_id', 'roles', 'privileges'] },
);

/** As it comes out of a payload: through JSON, where any name is a plain one. */
const context = fc.tuple(contextFields, fc.boolean()).map(([fields, odd]): Raw => {
  const json = JSON.stringify(fields);
  return JSON.parse(odd ? json.replace(/\}$/, ',"__proto__":{"polluted":true}}') : json);
});

/** The context without the first so many of the entries that were lost, by plain means. */
function without(raw: Raw, lost: readonly { section: string; key: string }[]): Raw {
  const kept = JSON.parse(JSON.stringify(raw)) as Raw;
  for (const { section, key } of lost) {
    if (section === 'embed_context') delete kept[key];
    else if (Array.isArray(kept[section])) (kept[section] as unknown[]).pop();
    else delete (kept[section] as Raw)[key];
  }
  return kept;
}

describe('fitContext', () => {
  it('keeps everything at the limit, and drops no more than necessary above it', () => {
    fc.assert(
      fc.property(context, (raw) => {
        const { bytes, lost } = fitContext(raw);
        assert.equal(bytes, bytesOf(raw));
        assert.equal(lost.length > 0, bytes > CONTEXT_LIMIT);
        if (lost.length === 0) return;
        assert.ok(bytesOf(without(raw, lost)) <= CONTEXT_LIMIT);
        assert.ok(bytesOf(without(raw, lost.slice(0, -1))) > CONTEXT_LIMIT);
      }),
      { numRuns: 500 },
    );
  });

  it('removes entries from the end of unknown fields, attributes, secrets, groups, privileges, in this order', () => {
    fc.assert(
      fc.property(context, (raw: Raw) => {
        const known = ['username', 'workspace_id', 'roles', ...SECTIONS];
        const order = [
          ...Object.keys(raw)
            .filter((field) => !known.includes(field))
            .reverse()
            .map((key) => ({ section: 'embed_context', key })),
          ...SECTIONS.flatMap((section) => {
            const value = raw[section] ?? {};
            const keys = Array.isArray(value) ? value : Object.keys(value);
            return [...keys].reverse().map((key) => ({ section, key }));
          }),
        ];
        const { lost } = fitContext(raw);
        assert.deepEqual(lost, order.slice(0, lost.length));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the remaining entries intact, with normalized privileges', () => {
    fc.assert(
      fc.property(context, (raw: Raw) => {
        const { context: held, lost } = fitContext(raw);
        const kept = without(raw, lost);
        assert.deepEqual(held.attributes, kept.attributes ?? {});
        assert.deepEqual(held.secrets, kept.secrets ?? {});
        assert.deepEqual(held.groups, kept.groups ?? []);
        assert.deepEqual(Object.keys(held.privileges), Object.keys(kept.privileges as object));
        for (const names of Object.values(held.privileges)) assert.deepEqual(names, ['view', 'validate']);
        assert.equal(held.username, raw.username);
        assert.equal((held as unknown as Raw).polluted, undefined);
      }),
      { numRuns: 300 },
    );
  });

  it('counts UTF-8 bytes, not characters', () => {
    const sized = (pad: string) => ({
      username: 'a',
      workspace_id: 'w',
      roles: [],
      privileges: {},
      attributes: { pad },
    });
    const room = CONTEXT_LIMIT - bytesOf(sized(''));
    for (const [unit, size] of [
      ['x', 1],
      ['é', 2],
      ['€', 3],
      ['😀', 4],
      ['"', 2],
      ['\n', 2],
      ['\u0001', 6],
      ['\ud800', 6],
    ] as const) {
      const full = unit.repeat(Math.floor(room / size)) + 'x'.repeat(room % size);
      assert.deepEqual(fitContext(sized(full)).lost, [], unit);
      assert.equal(fitContext(sized(full)).bytes, CONTEXT_LIMIT);
      assert.deepEqual(fitContext(sized(`${full}x`)).lost, [{ section: 'attributes', key: 'pad' }], unit);
    }
  });

  it('names the sections that lost entries, and the bytes of each field', () => {
    const raw = { username: 'a', groups: ['é'], attributes: { a: 1 } };
    assert.deepEqual(bytesByField(raw), { username: 14, groups: 15, attributes: 20 });
    assert.equal(
      Object.values(bytesByField(raw)).reduce((sum, bytes) => sum + bytes + 1, 1),
      bytesOf(raw),
    );
    const lost = ['privileges', 'embed_context', 'attributes'].map((section) => ({ section, key: 'x' }));
    assert.deepEqual(lossySections(lost), ['attributes', 'privileges']);
  });
});

import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import type { BuilderContent } from '@inlay/content/builder';
import { createAutosave, delayOf, nextSaveState, type SaveState } from '../../src/builder/save/autosave.ts';
import { createDraftStore } from '../../src/builder/save/draft-store.ts';
import { mergeDashboards } from '../../src/builder/save/merge-dashboards.ts';
import { partText } from '../../src/builder/save/part-text.ts';
import { Refusal } from '../../src/builder/save/refusal.ts';

const box = (id: string, x: number, y: number) => ({ id, x, y, w: 6, h: 4, tile: `tile-${id}` });
const base: BuilderContent = { title: 'Sales', items: [box('a', 0, 0), box('b', 6, 0)] };

describe('concurrent edits of a dashboard', () => {
  it('are merged if they changed different parts', () => {
    const mine = { ...base, items: [box('a', 0, 0), { ...box('b', 6, 0), title: 'Mine' }] };
    const theirs = { ...base, title: 'Theirs', items: [...base.items, box('c', 0, 4)] };
    const { merged, clashes } = mergeDashboards(base, mine, theirs);
    assert.deepEqual(clashes, []);
    assert.equal(merged?.title, 'Theirs');
    assert.deepEqual(
      merged?.items.map(({ id }) => id),
      ['a', 'b', 'c'],
    );
    const [, second] = merged?.items ?? [];
    assert.ok(second && 'tile' in second);
    assert.equal(second.title, 'Mine');
  });

  it('conflict only where both changed the same part differently', () => {
    const mine = { ...base, title: 'Mine', items: [{ ...box('a', 0, 0), title: 'One' }, box('b', 6, 0)] };
    const theirs = { ...base, title: 'Theirs', items: [{ ...box('a', 0, 0), title: 'One' }, box('b', 6, 0)] };
    const { merged, clashes } = mergeDashboards(base, mine, theirs);
    assert.deepEqual(
      clashes.map(({ path }) => path),
      ['/title'],
    );
    assert.equal(merged, undefined);
  });

  it('are described in one line per part', () => {
    const content: BuilderContent = {
      ...base,
      description: 'For Mondays',
      filters: [
        { id: 'f', label: 'Region', datasetId: 'd', kind: 'dropdown', column: 'region' },
        { id: 'g', label: 'Year', datasetId: 'd', kind: 'dropdown', column: 'year' },
      ],
      phone: ['b', 'a'],
    };
    const told = (part: string) => partText(part, content, (id) => `<${id}>`);
    assert.deepEqual(
      ['/description', '/filters', '/phone', '/crossFilter', '/items[b]', '/items[gone]'].map(told),
      ['For Mondays', 'Region, Year', '<b>, <a>', '', '<b> (7, 1; 6 × 4)', '<gone>'],
    );
  });

  it('conflict if one removed what the other changed', () => {
    const mine = { ...base, items: [box('a', 0, 0)] };
    const theirs = { ...base, items: [box('a', 0, 0), { ...box('b', 6, 0), title: 'Kept' }] };
    assert.deepEqual(
      mergeDashboards(base, mine, theirs).clashes.map(({ path }) => path),
      ['/items[b]'],
    );
    const alone = mergeDashboards(base, mine, base);
    assert.deepEqual(
      alone.merged?.items.map(({ id }) => id),
      ['a'],
    );
  });

  it('never produce overlapping tiles', () => {
    const mine = { ...base, items: [...base.items, box('m', 0, 4)] };
    const theirs = { ...base, items: [...base.items, box('t', 0, 4)] };
    const { merged } = mergeDashboards(base, mine, theirs);
    const at = (id: string) => merged?.items.find((item) => item.id === id)?.y;
    assert.deepEqual([at('m'), at('t')], [4, 8]);
  });

  it('remove a field that one of them removed', () => {
    const filtered: BuilderContent = { ...base, phone: ['b', 'a'] };
    const { phone: _, ...without } = filtered;
    assert.equal(mergeDashboards(filtered, without, { ...filtered, title: 'New' }).merged?.phone, undefined);
  });
});

describe('save state', () => {
  const run = (...events: Parameters<typeof nextSaveState>[1][]): SaveState =>
    events.reduce<SaveState>(nextSaveState, { is: 'saved' });

  it('saves again what changed during a save', () => {
    const during = run({ event: 'edited' }, { event: 'sent' }, { event: 'edited' });
    assert.deepEqual(nextSaveState(during, { event: 'accepted' }), { is: 'dirty' });
    assert.deepEqual(run({ event: 'edited' }, { event: 'sent' }, { event: 'accepted' }), { is: 'saved' });
  });

  it('retries with back-off up to a minute, and at once when the network is back', () => {
    let state = run({ event: 'edited' });
    const waits: (number | undefined)[] = [];
    for (let failure = 0; failure < 8; failure++) {
      state = nextSaveState(nextSaveState(state, { event: 'sent' }), { event: 'unreachable' });
      waits.push(delayOf(state));
    }
    assert.deepEqual(waits, [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    assert.deepEqual(nextSaveState(state, { event: 'back' }), { is: 'dirty' });
    assert.equal(nextSaveState(state, { event: 'edited' }), state);
  });

  it('does not save while a conflict is unresolved', () => {
    for (const event of ['expired', 'stale'] as const) {
      const state = run({ event: 'edited' }, { event: 'sent' }, { event });
      assert.equal(delayOf(state), undefined);
      assert.equal(nextSaveState(state, { event: 'edited' }), state);
    }
  });
});

/** A storage like the browser's, whose keys are properties, and one that refuses as a frame of another site may. */
const storage = (): Storage => {
  const values: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => {
      values[key] = value;
    },
    removeItem: (key: string) => {
      delete values[key];
    },
  };
  return new Proxy(values, {
    get: (_, name) => methods[name as keyof typeof methods],
  }) as unknown as Storage;
};
const refusing = {
  setItem: () => {
    throw new DOMException('no', 'SecurityError');
  },
} as unknown as Storage;

describe('drafts', () => {
  it('survive a crash, for the same viewer only, and expire', () => {
    const kept = storage();
    let now = 1_000;
    createDraftStore<string>('ana', kept, () => now).write('d1', { content: 'x', revision: 3, at: now });
    assert.equal(createDraftStore<string>('ana', kept, () => now).read('d1')?.content, 'x');
    assert.equal(createDraftStore<string>('ben', kept, () => now).read('d1'), undefined);
    now += 31 * 24 * 3_600_000;
    assert.equal(createDraftStore<string>('ana', kept, () => now).read('d1'), undefined);
  });

  it('stay in memory if the browser denies storage, and report that', () => {
    for (const none of [undefined, refusing]) {
      const drafts = createDraftStore<string>('ana', none, Date.now);
      assert.equal(drafts.lasting, false);
      drafts.write('d1', { content: 'x', revision: 1, at: Date.now() });
      assert.equal(drafts.read('d1')?.content, 'x');
    }
  });

  it('of dashboards that were never saved are found again, for the same viewer', () => {
    const kept = storage();
    const before = createDraftStore<string>('ana', kept, Date.now);
    const draft = { content: 'x', revision: 0, from: 'template', at: Date.now() };
    before.write('new', draft);
    before.write('known', { content: 'y', revision: 2, at: Date.now() });
    assert.deepEqual(createDraftStore<string>('ana', kept, Date.now).unstored(), [['new', draft]]);
    assert.deepEqual(createDraftStore<string>('ben', kept, Date.now).unstored(), []);
    assert.deepEqual(createDraftStore<string>('ana', undefined, Date.now).unstored(), []);
  });

  it('are ignored if they were tampered with', () => {
    const kept = storage();
    kept.setItem('inlay-draft:ana:d1', '{"content":');
    assert.equal(createDraftStore<string>('ana', kept, Date.now).read('d1'), undefined);
  });
});

describe('autosave', () => {
  const start = (save: (content: string, revision: number) => Promise<number>) => {
    const drafts = createDraftStore<string>('ana', storage(), Date.now);
    const states: string[] = [];
    const autosave = createAutosave<string>({
      dashboardId: 'd1',
      revision: 1,
      drafts,
      now: Date.now,
      save,
      onState: ({ is }) => states.push(is),
    });
    return { autosave, drafts, states };
  };

  it('saves once after a pause, with the current revision, and removes the draft', async (test) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    test.after(() => mock.timers.reset());
    const sent: [string, number][] = [];
    const { autosave, drafts, states } = start(async (content, revision) => {
      sent.push([content, revision]);
      return revision + 1;
    });
    for (const text of ['a', 'ab', 'abc']) autosave.edited(text);
    assert.equal(drafts.read('d1')?.content, 'abc');
    mock.timers.tick(1_000);
    await autosave.flush();
    assert.deepEqual(sent, [['abc', 1]]);
    assert.equal(autosave.revision(), 2);
    assert.equal(drafts.read('d1'), undefined);
    assert.deepEqual(states.slice(-2), ['saving', 'saved']);
    autosave.stop();
  });

  it('keeps the draft if the server is unreachable, rejects the save, reports a conflict, or the session has expired', async () => {
    for (const [error, state] of [
      [new TypeError('network'), 'offline'],
      [new Refusal('down', 503), 'offline'],
      [new Refusal('no', 400), 'refused'],
      [new Refusal('stale', 412), 'conflict'],
      [new Refusal('over', 401), 'expired'],
    ] as const) {
      const { autosave, drafts } = start(() => Promise.reject(error));
      autosave.edited('mine');
      await autosave.flush();
      assert.equal(autosave.state().is, state);
      assert.equal(drafts.read('d1')?.content, 'mine');
      autosave.stop();
    }
  });

  it('reports an expired session even if it expired before the first edit', async () => {
    const saved: string[] = [];
    const { autosave } = start(async (content, revision) => {
      saved.push(content);
      return revision + 1;
    });
    autosave.session(true);
    autosave.edited('mine');
    assert.equal(autosave.state().is, 'expired');
    autosave.session(false);
    await autosave.flush();
    assert.deepEqual([autosave.state().is, saved], ['saved', ['mine']]);
    autosave.stop();
  });

  it('saves edits made while an earlier one waited for a token', async () => {
    const saved: string[] = [];
    const [sent, token] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { autosave } = start(async (content, revision) => {
      sent.resolve();
      await token.promise;
      saved.push(content);
      return revision + 1;
    });
    autosave.edited('first');
    const flushing = autosave.flush();
    await sent.promise;
    autosave.session(true);
    autosave.edited('second');
    assert.equal(autosave.state().is, 'expired');
    autosave.session(false);
    token.resolve();
    await flushing;
    assert.equal(autosave.state().is, 'dirty');
    await autosave.flush();
    assert.deepEqual([autosave.state().is, saved], ['saved', ['first', 'second']]);
    autosave.stop();
  });

  it('continues from the other revision once a conflict is resolved', async () => {
    const revisions: number[] = [];
    const { autosave } = start(async (_content, revision) => {
      revisions.push(revision);
      if (revision === 1) throw new Refusal('stale', 412);
      return revision + 1;
    });
    autosave.edited('mine');
    await autosave.flush();
    autosave.resolve('both', 7, true);
    await autosave.flush();
    assert.deepEqual(revisions, [1, 7]);
    assert.deepEqual(autosave.state(), { is: 'saved' });
    autosave.stop();
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { expect } from '../../../../test/support/browser/expect.ts';
import { type WatchedPage, watchPage } from '../../../../test/support/browser/watch-page.ts';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { EMBED_OPTIONS, EVENT_NAMES, OPTION_NAMES } from '../../src/embed-options.ts';
import { bundleAngularPage, bundlePage } from '../bundle-page.ts';
import { embedFrames, stateOf } from '../read-frames.ts';
import { useStandIn } from '../use-stand-in.ts';
import type { GivenDefaults, GivenEmbed, WrapperWindow } from '../wrapper-window.ts';

const KINDS = [
  'React',
  'React hook in strict mode',
  'Vue',
  'Vue composable',
  'element with attributes',
  'element with properties',
  'Angular',
];

type Changed = Omit<Required<GivenEmbed>, 'embedId'>;
/** A value of each option, and another one to change to. */
const CHANGES: { readonly [Name in keyof Changed]: readonly [from: Changed[Name], to: Changed[Name]] } = {
  token: ['good-1', 'good-2'],
  provider: ['good-first', 'good-second'],
  lang: ['fr', 'ja'],
  theme: [{ name: 'dark', tokens: { accent: '#c00' } }, 'light'],
  filters: [
    { region: 'EU', year: 2026 },
    { region: 'US', year: 2026 },
  ],
  variables: [{ rate: 1 }, { rate: 2 }],
  dashboard: ['north', 'south'],
  features: [{ export: false }, { export: false, table: false }],
  height: [300, 400],
  loading: ['eager', 'lazy'],
  step: ['one', 'two'],
  storyMode: ['slides', 'scroll'],
  dataset: ['orders', 'returns'],
  timeout: [20_000, 25_000],
};
const { provider, ...first } = Object.fromEntries(
  Object.entries(CHANGES).map(([name, [from]]) => [name, from]),
) as Changed;
const BASE: GivenEmbed = { embedId: 'sales', ...first };

describe('framework components', () => {
  const started = useStandIn();
  let pages: ReadonlyMap<string, WatchedPage>;
  before(async () => {
    const openPage = async (code: string) => {
      const watched = await watchPage(started.browser);
      const script = started.inlay.script(code);
      const address = started.inlay.page(`<!doctype html><body><script src="${script}"></script>`);
      await watched.page.goto(`${address}?instance=${encodeURIComponent(started.inlay.url)}`);
      // Frames of the instance share the process of this page. Otherwise each embed would start one.
      await (await watched.context.newPage()).goto(`${started.inlay.url}/frame-page.js`);
      return watched;
    };
    const [others, angular] = await Promise.all([
      // Only React's build for developers mounts twice in strict mode.
      bundlePage('wrapper-page.ts', 'development').then(openPage),
      bundleAngularPage().then(openPage),
    ]);
    pages = new Map(KINDS.map((kind) => [kind, kind === 'Angular' ? angular : others]));
  });
  after(() => Promise.all([...pages.values()].map(({ context }) => context.close())));

  /** All tests of a page share it: loading the frameworks takes longer than most tests. */
  const open = async (kind: string, { hasInstance = true } = {}) => {
    const watched = pages.get(kind);
    assert.ok(watched);
    const { page, complaints } = watched;
    const earlier = complaints.length;
    await page.evaluate(
      (given) => (window as unknown as WrapperWindow).start(given.kind, given.hasInstance),
      { kind, hasInstance },
    );
    started.inlay.seen.length = 0;
    return { page, complaints: () => complaints.slice(earlier) };
  };
  /** The state of the only frame, which may be replaced at any moment. */
  const currentState = async (page: Page) => {
    const [frame] = await embedFrames(page, 1);
    return stateOf(frame).catch(() => assert.fail('The frame was replaced.'));
  };
  const waitForState = (frame: Frame, text: string) =>
    eventually(async () => assert.ok(JSON.stringify(await stateOf(frame)).includes(text), text));
  const setAll = (page: Page, embeds: readonly GivenEmbed[], defaults?: GivenDefaults) =>
    page.evaluate(([given, shared]) => (window as unknown as WrapperWindow).wrapper.set(given, shared), [
      embeds,
      defaults,
    ] as const);
  const set = (page: Page, embed: GivenEmbed) => setAll(page, [embed]);
  const unmount = (page: Page) => page.evaluate(() => (window as unknown as WrapperWindow).wrapper.unmount());
  const read = <Name extends Exclude<keyof WrapperWindow, 'wrapper' | 'known' | 'start'>>(
    page: Page,
    name: Name,
  ) => page.evaluate((each) => (window as unknown as WrapperWindow)[each], name);
  const known = (page: Page) => page.evaluate(() => (window as unknown as WrapperWindow).known());
  const loads = () => started.inlay.seen.filter(({ method }) => method === 'POST').map(({ url }) => url);
  const emit = (frame: Frame, events: readonly string[]) =>
    frame.evaluate((names) => {
      const { viewer } = window as unknown as { viewer: { emit(event: unknown): void } };
      for (const event of names) viewer.emit({ event, detail: {} });
    }, events);

  for (const kind of KINDS) {
    it(`${kind}: applies changes of every option, in place or in a new frame`, async () => {
      const { page, complaints } = await open(kind);
      await set(page, BASE);
      const [frame] = await embedFrames(page, 1);
      const { requests: none, ...state } = await stateOf(frame);
      assert.deepEqual(none, []);
      for (const name of ['token', 'lang', 'theme', 'filters', 'variables', 'features', 'step'] as const)
        assert.deepEqual(state[name], BASE[name], name);

      let wanted = BASE;
      for (const name of OPTION_NAMES.filter((each) => each !== 'tokenProvider')) {
        const before = loads().length;
        wanted = { ...wanted, [name]: CHANGES[name][1] };
        await set(page, wanted);
        const isLive = EMBED_OPTIONS[name].change === 'live';
        await eventually(async () => {
          assert.equal(loads().length, before + (isLive ? 0 : 1), `${name}: loads`);
          const shown = await currentState(page);
          if (name in shown) assert.deepEqual(shown[name as keyof typeof shown], wanted[name], name);
          else assert.ok(!isLive, name);
        });
      }
      const [last] = await embedFrames(page, 1);
      await waitForState(last, '"good-2"');
      await expect(page.locator('iframe')).toHaveCount(1);
      assert.deepEqual(complaints(), []);
    });

    it(`${kind}: sends only changed filters, and nothing for equal values`, async () => {
      const { page, complaints } = await open(kind);
      await set(page, BASE);
      const [frame] = await embedFrames(page, 1);
      // Objects from a test are always new ones; keys in another order do not make them different.
      const { filters: _, ...others } = BASE;
      await set(page, { filters: { year: 2027, region: 'EU' }, ...others });
      await waitForState(frame, '2027');
      assert.deepEqual((await stateOf(frame)).requests, ['set-filters']);
      await frame.evaluate(() => {
        const { viewer } = window as unknown as { viewer: { filter(filters: object): void } };
        viewer.filter({ region: 'viewer', year: 2027 });
      });
      await set(page, { ...others, filters: { region: 'EU', year: 2028 } });
      await eventually(async () =>
        assert.deepEqual((await stateOf(frame)).filters, { region: 'viewer', year: 2028 }),
      );
      assert.deepEqual(loads(), ['/embed/sales']);
      assert.deepEqual(complaints(), []);
    });

    it(`${kind}: uses another token provider`, async () => {
      const { page, complaints } = await open(kind);
      const [before, after] = CHANGES.provider;
      await set(page, { embedId: 'sales', provider: before });
      const [frame] = await embedFrames(page, 1);
      assert.equal((await stateOf(frame)).token, before);
      await set(page, { embedId: 'sales', provider: after, lang: 'fr' });
      if (kind.startsWith('element')) {
        await eventually(async () => assert.equal(loads().length, 2));
      } else {
        // An inline function is another one at each render: it matters when the next token is due.
        await waitForState(frame, '"fr"');
        await frame.evaluate(() =>
          (window as unknown as { viewer: { renew(): Promise<void> } }).viewer.renew(),
        );
        assert.deepEqual(loads(), ['/embed/sales']);
      }
      const [now] = await embedFrames(page, 1);
      await waitForState(now, after);
      assert.deepEqual(complaints(), []);
    });

    it(`${kind}: clears removed filters and variables, and re-creates the embed when another option is removed`, async () => {
      const { page, complaints } = await open(kind);
      await set(page, BASE);
      const [frame] = await embedFrames(page, 1);
      const { filters, variables, ...others } = BASE;
      await set(page, others);
      await eventually(async () => {
        const state = await stateOf(frame);
        assert.deepEqual([state.filters, state.variables], [{ region: null, year: null }, { rate: null }]);
      });
      assert.deepEqual(loads(), ['/embed/sales']);
      const { theme, ...less } = others;
      await set(page, less);
      await eventually(async () => {
        assert.equal(loads().length, 2);
        assert.equal((await currentState(page)).theme, undefined);
      });
      assert.deepEqual(complaints(), []);
    });

    it(`${kind}: replaces one embed with another and leaves nothing behind`, async () => {
      const { page, complaints } = await open(kind);
      await set(page, { embedId: 'sales', token: 'good-1' });
      await embedFrames(page, 1);
      assert.deepEqual(loads(), ['/embed/sales']);
      await set(page, { embedId: 'costs', token: 'good-1' });
      await page.locator('iframe[title="The costs"]').waitFor();
      await expect(page.locator('iframe')).toHaveCount(1);
      assert.deepEqual(loads(), ['/embed/sales', '/embed/costs']);
      await unmount(page);
      await expect(page.locator('iframe')).toHaveCount(0);
      await eventually(async () => assert.equal(await known(page), 0));
      assert.deepEqual(complaints(), []);
    });

    it(`${kind}: can be removed before it is open`, async () => {
      const { page, complaints } = await open(kind);
      await set(page, { embedId: 'mute', token: 'good-1' });
      await page.locator('iframe').waitFor({ state: 'attached' });
      await eventually(async () => assert.deepEqual(loads(), ['/embed/mute']));
      await unmount(page);
      await expect(page.locator('#here iframe, #here [role=status]')).toHaveCount(0);
      await eventually(async () => assert.equal(await known(page), 0));
      assert.deepEqual(complaints(), []);
    });

    it(`${kind}: emits every event, including the first ones`, async () => {
      const { page, complaints } = await open(kind);
      await set(page, { embedId: 'sales', token: 'good-1' });
      const [frame] = await embedFrames(page, 1);
      await eventually(async () =>
        assert.deepEqual(await read(page, 'heard'), ['ready', 'rendered', 'resize']),
      );
      // The SDK emits these two itself.
      const others = EVENT_NAMES.filter((name) => name !== 'ready' && name !== 'token-expiring');
      await emit(frame, others);
      await eventually(async () => assert.deepEqual((await read(page, 'heard')).slice(3), others));
      if (kind !== 'Vue composable')
        assert.deepEqual(await read(page, 'heardByName'), await read(page, 'heard'));
      assert.deepEqual(complaints(), []);
    });

    it(`${kind}: reports a value that the frame rejects`, async () => {
      const { page } = await open(kind);
      await set(page, { embedId: 'sales', token: 'good-1' });
      await embedFrames(page, 1);
      await set(page, { embedId: 'sales', token: 'good-1', variables: { refuse: 1 } });
      await eventually(async () =>
        assert.deepEqual(await read(page, 'errors'), ['VALUE_INVALID fatal:false']),
      );
    });

    it(`${kind}: reports an embed without an instance`, async () => {
      const { page, complaints } = await open(kind, { hasInstance: false });
      await set(page, { embedId: 'sales', token: 'good-1' });
      await eventually(async () =>
        assert.deepEqual(await read(page, 'errors'), ['INSTANCE_UNKNOWN fatal:true']),
      );
      assert.equal(complaints().length, 1);
      assert.match(complaints()[0] ?? '', /instanceUrl/);
    });
  }

  for (const kind of KINDS.filter((each) => each !== 'React')) {
    it(`${kind}: exposes whether the embed is loading, ready or failed, and retries after a change`, async () => {
      const { page } = await open(kind);
      const isElement = kind.startsWith('element');
      await set(page, { embedId: 'unknown', token: 'good-1' });
      await eventually(async () =>
        assert.deepEqual(
          (await read(page, 'states')).filter((state) => !isElement || state !== 'loading'),
          isElement ? ['error EMBED_NOT_FOUND'] : ['loading', 'error EMBED_NOT_FOUND'],
        ),
      );
      await set(page, { embedId: 'sales', token: 'good-1' });
      await eventually(async () => assert.equal((await read(page, 'states')).at(-1), 'ready'));
    });
  }

  for (const kind of ['React', 'React hook in strict mode', 'Vue', 'Angular']) {
    it(`${kind}: embeds below a provider share its token and follow its options`, async () => {
      const { page, complaints } = await open(kind);
      const embeds = [{ embedId: 'sales' }, { embedId: 'costs', lang: 'ja' }];
      const defaults = { instanceUrl: started.inlay.url, theme: 'dark', lang: 'fr' };
      await setAll(page, embeds, { ...defaults, provider: 'good-first' });
      const frames = await embedFrames(page, 2);
      const shown = await Promise.all(frames.map(stateOf));
      assert.deepEqual(shown.map(({ token, theme, lang }) => `${token} ${theme} ${lang}`).sort(), [
        'good-first dark fr',
        'good-first dark ja',
      ]);
      assert.deepEqual(await read(page, 'provided'), ['good-first']);

      await setAll(page, embeds, { ...defaults, theme: 'light', provider: 'good-inline' });
      for (const frame of frames) await waitForState(frame, '"light"');
      assert.equal(loads().length, 2);
      await frames[0].evaluate(() =>
        (window as unknown as { viewer: { renew(): Promise<void> } }).viewer.renew(),
      );
      for (const frame of frames) await waitForState(frame, 'good-inline');
      assert.deepEqual(await read(page, 'provided'), ['good-first', 'good-inline']);
      assert.deepEqual(complaints(), []);
    });
  }

  it('element: gets its token from a function and dispatches events', async () => {
    const { page, complaints } = await open('element with attributes');
    const heard = await page.evaluate((instance) => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<inlay-embed instance-url="${instance}" embed-id="sales" filters='{"region":"EU"}'></inlay-embed>`,
      );
      const element = document.querySelector('inlay-embed');
      if (!element) return 'no element';
      element.tokenProvider = async () => ({ token: 'good-given' });
      return new Promise<string>((resolve) => {
        element.addEventListener('inlay-ready', (event) => {
          const { embed, detail } = (event as CustomEvent).detail;
          resolve(`${embed.id} ${detail.title}`);
        });
      });
    }, started.inlay.url);
    assert.equal(heard, 'sales The sales');
    const [frame] = await embedFrames(page, 1);
    const { token, filters } = await stateOf(frame);
    assert.deepEqual({ token, filters }, { token: 'good-given', filters: { region: 'EU' } });
    assert.deepEqual(loads(), ['/embed/sales']);
    assert.deepEqual(complaints(), []);
  });

  it('element: shows nothing if an attribute is not valid JSON, and names it', async () => {
    const { page, complaints } = await open('element with attributes');
    await set(page, { embedId: 'sales', token: 'good-1' });
    await embedFrames(page, 1);
    await page.evaluate(() => document.querySelector('inlay-embed')?.setAttribute('filters', '{region:EU}'));
    await eventually(async () => assert.deepEqual(await read(page, 'errors'), ['CONFIGURATION fatal:true']));
    await expect(page.locator('iframe')).toHaveCount(0);
    assert.match(complaints().join(), /`filters` must be valid JSON/);
  });
});

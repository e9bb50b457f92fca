import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { eventually } from '../../../test/support/eventually.ts';
import { watchPage } from '../../../test/support/watch-page.ts';
import { EMBED_OPTIONS, EVENT_NAMES, OPTION_NAMES } from '../src/embed-options.ts';
import { bundleAngularPage, bundlePage } from './bundle-page.ts';
import { embedFrames, stateOf } from './read-frames.ts';
import { useStandIn } from './use-stand-in.ts';
import type { GivenDefaults, GivenEmbed, WrapperWindow } from './wrapper-window.ts';

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
  dataset: ['orders', 'returns'],
  timeout: [20_000, 25_000],
};
const { provider, ...first } = Object.fromEntries(
  Object.entries(CHANGES).map(([name, [from]]) => [name, from]),
) as Changed;
const BASE: GivenEmbed = { embedId: 'sales', ...first };

describe('framework components', () => {
  const started = useStandIn();
  const scripts = new Map<string, string>();
  before(async () => {
    // Only React's build for developers mounts twice in strict mode.
    const [others, angular] = await Promise.all([
      bundlePage('wrapper-page.ts', 'development'),
      bundleAngularPage(),
    ]);
    for (const kind of KINDS) scripts.set(kind, started.inlay.script(kind === 'Angular' ? angular : others));
  });

  const open = async (kind: string, extra: Readonly<Record<string, string>> = {}) => {
    const watched = await watchPage(started.browser);
    started.inlay.seen.length = 0;
    const address = started.inlay.page(
      `<!doctype html><div id="here"></div><script src="${scripts.get(kind)}"></script>`,
    );
    const query = new URLSearchParams({ kind, instance: started.inlay.url, ...extra });
    await watched.page.goto(`${address}?${query}`);
    return watched;
  };
  const setAll = (page: Page, embeds: readonly GivenEmbed[], defaults?: GivenDefaults) =>
    page.evaluate(([given, shared]) => (window as unknown as WrapperWindow).wrapper.set(given, shared), [
      embeds,
      defaults,
    ] as const);
  const set = (page: Page, embed: GivenEmbed) => setAll(page, [embed]);
  const unmount = (page: Page) => page.evaluate(() => (window as unknown as WrapperWindow).wrapper.unmount());
  const read = <Name extends Exclude<keyof WrapperWindow, 'wrapper' | 'known'>>(page: Page, name: Name) =>
    page.evaluate((each) => (window as unknown as WrapperWindow)[each], name);
  const known = (page: Page) => page.evaluate(() => (window as unknown as WrapperWindow).known());
  const loads = () => started.inlay.seen.filter(({ method }) => method === 'POST').map(({ url }) => url);
  const emit = (frame: Frame, events: readonly string[]) =>
    frame.evaluate((names) => {
      const { viewer } = window as unknown as { viewer: { emit(event: unknown): void } };
      for (const event of names) viewer.emit({ event, detail: {} });
    }, events);

  for (const kind of KINDS) {
    it(`${kind}: applies changes of every option, in place or in a new frame`, async () => {
      const { page, context, complaints } = await open(kind);
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
          const [now] = await embedFrames(page, 1);
          const shown = await stateOf(now);
          if (name in shown) assert.deepEqual(shown[name as keyof typeof shown], wanted[name], name);
          else assert.ok(!isLive, name);
        });
      }
      const [last] = await embedFrames(page, 1);
      await last.locator('#state', { hasText: '"good-2"' }).waitFor();
      assert.equal(await page.locator('iframe').count(), 1);
      assert.deepEqual(complaints, []);
      await context.close();
    });

    it(`${kind}: sends only changed filters, and nothing for equal values`, async () => {
      const { page, context, complaints } = await open(kind);
      await set(page, BASE);
      const [frame] = await embedFrames(page, 1);
      // Objects from a test are always new ones; keys in another order do not make them different.
      const { filters: _, ...others } = BASE;
      await set(page, { filters: { year: 2027, region: 'EU' }, ...others });
      await frame.locator('#state', { hasText: '2027' }).waitFor();
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
      assert.deepEqual(complaints, []);
      await context.close();
    });

    it(`${kind}: uses another token provider`, async () => {
      const { page, context, complaints } = await open(kind);
      const [before, after] = CHANGES.provider;
      await set(page, { embedId: 'sales', provider: before });
      const [frame] = await embedFrames(page, 1);
      assert.equal((await stateOf(frame)).token, before);
      await set(page, { embedId: 'sales', provider: after, lang: 'fr' });
      if (kind.startsWith('element')) {
        await eventually(async () => assert.equal(loads().length, 2));
      } else {
        // An inline function is another one at each render: it matters when the next token is due.
        await frame.locator('#state', { hasText: '"fr"' }).waitFor();
        await frame.evaluate(() =>
          (window as unknown as { viewer: { renew(): Promise<void> } }).viewer.renew(),
        );
        assert.deepEqual(loads(), ['/embed/sales']);
      }
      const [now] = await embedFrames(page, 1);
      await now.locator('#state', { hasText: after }).waitFor();
      assert.deepEqual(complaints, []);
      await context.close();
    });

    it(`${kind}: clears removed filters and variables, and re-creates the embed when another option is removed`, async () => {
      const { page, context, complaints } = await open(kind);
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
        const [now] = await embedFrames(page, 1);
        assert.equal(loads().length, 2);
        assert.equal((await stateOf(now)).theme, undefined);
      });
      assert.deepEqual(complaints, []);
      await context.close();
    });

    it(`${kind}: replaces one embed with another and leaves nothing behind`, async () => {
      const { page, context, complaints } = await open(kind);
      await set(page, { embedId: 'sales', token: 'good-1' });
      await embedFrames(page, 1);
      assert.deepEqual(loads(), ['/embed/sales']);
      await set(page, { embedId: 'costs', token: 'good-1' });
      await page.locator('iframe[title="The costs"]').waitFor();
      await eventually(async () => assert.equal(await page.locator('iframe').count(), 1));
      assert.deepEqual(loads(), ['/embed/sales', '/embed/costs']);
      await unmount(page);
      await eventually(async () => assert.equal(await page.locator('iframe').count(), 0));
      await eventually(async () => assert.equal(await known(page), 0));
      assert.deepEqual(complaints, []);
      await context.close();
    });

    it(`${kind}: can be removed before it is open`, async () => {
      const { page, context, complaints } = await open(kind);
      await set(page, { embedId: 'mute', token: 'good-1' });
      await page.locator('iframe').waitFor({ state: 'attached' });
      await unmount(page);
      await eventually(async () =>
        assert.equal(await page.locator('#here iframe, #here [role=status]').count(), 0),
      );
      await eventually(async () => assert.equal(await known(page), 0));
      assert.deepEqual(complaints, []);
      await context.close();
    });

    it(`${kind}: emits every event, including the first ones`, async () => {
      const { page, context, complaints } = await open(kind);
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
      assert.deepEqual(complaints, []);
      await context.close();
    });

    it(`${kind}: reports a value that the frame rejects`, async () => {
      const { page, context } = await open(kind);
      await set(page, { embedId: 'sales', token: 'good-1' });
      await embedFrames(page, 1);
      await set(page, { embedId: 'sales', token: 'good-1', variables: { refuse: 1 } });
      await eventually(async () =>
        assert.deepEqual(await read(page, 'errors'), ['VALUE_INVALID fatal:false']),
      );
      await context.close();
    });

    it(`${kind}: reports an embed without an instance`, async () => {
      const { page, context, complaints } = await open(kind, { none: '' });
      await set(page, { embedId: 'sales', token: 'good-1' });
      await eventually(async () =>
        assert.deepEqual(await read(page, 'errors'), ['INSTANCE_UNKNOWN fatal:true']),
      );
      assert.equal(complaints.length, 1);
      assert.match(complaints[0] ?? '', /instanceUrl/);
      await context.close();
    });
  }

  for (const kind of KINDS.filter((each) => each !== 'React')) {
    it(`${kind}: exposes whether the embed is loading, ready or failed, and retries after a change`, async () => {
      const { page, context } = await open(kind);
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
      await context.close();
    });
  }

  for (const kind of ['React', 'React hook in strict mode', 'Vue', 'Angular']) {
    it(`${kind}: embeds below a provider share its token and follow its options`, async () => {
      const { page, context, complaints } = await open(kind);
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
      for (const frame of frames) await frame.locator('#state', { hasText: '"light"' }).waitFor();
      assert.equal(loads().length, 2);
      await frames[0].evaluate(() =>
        (window as unknown as { viewer: { renew(): Promise<void> } }).viewer.renew(),
      );
      for (const frame of frames) await frame.locator('#state', { hasText: 'good-inline' }).waitFor();
      assert.deepEqual(await read(page, 'provided'), ['good-first', 'good-inline']);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }

  it('element: gets its token from a function and dispatches events', async () => {
    const { page, context, complaints } = await open('element with attributes');
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
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('element: shows nothing if an attribute is not valid JSON, and names it', async () => {
    const { page, context, complaints } = await open('element with attributes');
    await set(page, { embedId: 'sales', token: 'good-1' });
    await embedFrames(page, 1);
    await page.evaluate(() => document.querySelector('inlay-embed')?.setAttribute('filters', '{region:EU}'));
    await eventually(async () => assert.deepEqual(await read(page, 'errors'), ['CONFIGURATION fatal:true']));
    assert.equal(await page.locator('iframe').count(), 0);
    assert.match(complaints.join(), /`filters` must be valid JSON/);
    await context.close();
  });
});

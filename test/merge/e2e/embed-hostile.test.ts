import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { watchMessages } from '../../support/browser/after-frames.ts';
import { expect } from '../../support/browser/expect.ts';
import { type EmbedHost, embedFrame, hears, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { eventually } from '../../support/time/eventually.ts';

/** What a page does that wants more of an embed than it was given. It speaks the protocol itself. */
const speak = `
  window.got = [];
  addEventListener('message', (event) => {
    if (event.data?.inlay !== 'hello') return;
    got.push('hello');
    const channel = new MessageChannel();
    window.port = channel.port1;
    port.onmessage = ({ data }) => got.push(JSON.stringify(data));
    event.source.postMessage({ inlay: 'connect', version: 1 }, '*', [channel.port2]);
  });
  window.post = (address, fields) => {
    const frame = Object.assign(document.createElement('iframe'), { name: 'f' + Math.random(), referrerPolicy: 'no-referrer' });
    document.body.append(frame);
    const form = Object.assign(document.createElement('form'), { method: 'post', action: address, target: frame.name });
    for (const [name, value] of Object.entries(fields)) form.append(Object.assign(document.createElement('input'), { name, value }));
    document.body.append(form);
    form.submit();
    return new Promise((resolve) => { frame.onload = resolve; });
  };`;

interface HostileWindow {
  readonly got: string[];
  readonly port: MessagePort;
  post(address: string, fields: object): Promise<void>;
}

describe('a hostile page around an embed', () => {
  let host: EmbedHost;
  before(async () => {
    host = await startEmbedHost();
  });
  after(() => host?.close());

  const open = async (headers: Record<string, string> = {}) => {
    const context = await host.browser.newContext();
    const page = await context.newPage();
    await page.goto(host.page(`<!doctype html><body><script>${speak}</script>`, headers));
    const post = (id: string, fields: object) =>
      page.evaluate(([address, given]) => (window as unknown as HostileWindow).post(address, given), [
        `${host.inlay.url}/embed/${id}`,
        fields,
      ] as const);
    const got = () => page.evaluate(() => (window as unknown as HostileWindow).got);
    return { page, context, post, got };
  };

  it('cannot impersonate another origin', async () => {
    const { page, context, post, got } = await open();
    await post('e-tile', { token: await host.token(), origin: 'https://app.example.com' });
    assert.match((await page.frames()[1]?.content()) ?? '', /ORIGIN_REFUSED/);
    assert.deepEqual(await got(), []);
    await context.close();
  });

  it('cannot show an embed for another origin, even if it hides its own', async () => {
    const { page, context, post, got } = await open({ 'referrer-policy': 'no-referrer' });
    await post('e-origin', { token: await host.token(), origin: 'https://app.example.com' });
    const shown = (await page.frames()[1]?.content()) ?? '';
    assert.doesNotMatch(shown, /Revenue by product|inlay-chart/);
    assert.deepEqual(await got(), []);
    await context.close();
  });

  it('cannot read the frame, which contains no token', async () => {
    const { page, context, post } = await open();
    const token = await host.token();
    await post('e-tile', { token, origin: host.origin });
    const reached = await page.evaluate(() => {
      const frame = document.querySelector('iframe');
      try {
        return [frame?.contentDocument, frame?.contentWindow?.document.body.innerHTML];
      } catch (error) {
        return (error as Error).name;
      }
    });
    assert.equal(reached, 'SecurityError');
    const frame = await embedFrame(page);
    assert.ok(!(await frame.content()).includes(token));
    assert.deepEqual(await context.cookies(), []);
    await context.close();
  });

  it('gets errors for invalid requests, and the embed stays unchanged', async () => {
    const { page, context, post, got } = await open();
    await post('e-dashboard', { token: await host.token(), origin: host.origin });
    const frame = await embedFrame(page);
    await frame.locator('[data-tile=revenue] svg.inlay-chart:not(.inlay-loading)').waitFor();
    const token = await host.token();
    await page.waitForFunction(() => 'port' in window);
    await page.evaluate((given) => {
      const { port } = window as unknown as HostileWindow;
      const fields = [['token', given]];
      port.postMessage({ id: 0, type: 'start', body: { fields } });
      for (const message of [
        null,
        7,
        'text',
        {},
        { id: 1 },
        { re: 99, value: { token: 'stolen' } },
        { id: 2, type: 'no-such-request', body: null },
        { id: 3, type: 'set-theme', body: { theme: { tokens: { accent: 'url(https://evil.example)' } } } },
        { id: 4, type: 'set-filters', body: { filters: { product: ["Cocoa' OR 1=1 --"] } } },
        { id: 5, type: '__proto__', body: { constructor: 1 } },
        { id: 6, type: 'get-filters', body: null },
      ])
        port.postMessage(message);
    }, token);
    const responses = await eventually(async () => {
      const all = await got();
      for (const id of [2, 3, 4, 5, 6])
        assert.ok(
          all.some((each) => each.startsWith(`{"re":${id},`)),
          `${id}`,
        );
      return all;
    });
    const response = (id: number) => responses.find((each) => each.startsWith(`{"re":${id},`)) ?? '';
    assert.match(response(2), /UNSUPPORTED/);
    assert.match(response(3), /VALUE_INVALID/);
    assert.match(response(5), /UNSUPPORTED/);
    // Of the south, which this viewer may not see, nothing came.
    await expect(frame.locator('main')).not.toHaveText(/Cocoa(?!' OR)|Birch|Cedar/);
    assert.ok(!responses.some((each) => /stack|node_modules|select /i.test(each)), responses.join('\n'));
    await context.close();
  });

  it('cannot connect twice, nor from another window', async () => {
    const { page, context, post, got } = await open();
    await post('e-tile', { token: await host.token(), origin: host.origin });
    await page.waitForFunction(() => 'port' in window);
    await page.evaluate(
      (token) => {
        const { port } = window as unknown as HostileWindow;
        port.postMessage({ id: 0, type: 'start', body: { fields: [['token', token]] } });
      },
      await host.token(),
    );
    await eventually(async () => assert.ok((await got()).some((each) => each.startsWith('{"re":0'))));
    const embed = page.frames().find((frame) => frame !== page.mainFrame());
    assert.ok(embed);
    const hasReceived = await watchMessages(embed);
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      const connect = (from: Window) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => heard.push(JSON.stringify(data));
        from.postMessage({ inlay: 'connect', version: 1 }, '*', [port2]);
        port1.postMessage({ id: 0, type: 'start', body: { fields: [] } });
      };
      const frame = document.querySelector('iframe')?.contentWindow;
      if (frame) connect(frame);
    });
    await hasReceived();
    assert.deepEqual(await page.evaluate(() => Reflect.get(window, 'heard')), []);
    await context.close();
  });
});

describe('a host page with a strict policy', () => {
  let host: EmbedHost;
  before(async () => {
    host = await startEmbedHost();
  });
  after(() => host?.close());

  it('needs only script-src, frame-src and form-action, even with Trusted Types', async () => {
    const policy = [
      "default-src 'none'",
      `script-src ${host.inlay.url}`,
      `frame-src ${host.inlay.url}`,
      `form-action ${host.inlay.url}`,
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; ');
    const { page, context, complaints } = await host.open({ 'content-security-policy': policy });
    const token = await host.token();
    await page.evaluate(async (given) => {
      const embed = await window.inlay.insertEmbedById('e-dashboard', document.querySelector('#here'), {
        token: given,
        features: { export: false },
      });
      await embed.setFilter('product', 'Tea');
    }, token);
    await hears(page, 'filter-change');
    assert.deepEqual(
      complaints.filter((text) => !/502|The host name of the database is unknown/.test(text)),
      [],
    );
    await context.close();
  });

  it('exposes a chart to screen readers: its summary, and its numbers as a table', async () => {
    const { page, context } = await host.open();
    const token = await host.token();
    await page.evaluate(async (given) => {
      await window.inlay.insertEmbedById('e-tile', document.querySelector('#here'), { token: given });
    }, token);
    const session = await context.newCDPSession(await embedFrame(page));
    await session.send('Accessibility.enable');
    await eventually(async () => {
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      const named = (role: string) =>
        nodes.filter((node) => !node.ignored && node.role?.value === role).map(({ name }) => name?.value);
      assert.deepEqual(named('table'), ['Revenue by product']);
      assert.equal(named('row').length, 3);
      assert.deepEqual(named('rowheader'), ['Coffee', 'Tea']);
      assert.deepEqual(named('cell'), ['30', '10']);
      assert.ok(
        ['image', 'graphics-document', 'group', 'application']
          .flatMap(named)
          .some((name) => /Revenue by product/.test(String(name))),
      );
    });
    await context.close();
  });
});

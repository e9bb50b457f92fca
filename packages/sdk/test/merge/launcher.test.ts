import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { afterFrames } from '../../../../test/support/browser/after-frames.ts';
import { expect } from '../../../../test/support/browser/expect.ts';
import { watchPage } from '../../../../test/support/browser/watch-page.ts';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { embedFrames, stateOf } from '../read-frames.ts';
import { useStandIn } from '../use-stand-in.ts';

describe('launcher', () => {
  const started = useStandIn();

  const tag = (query: string) =>
    `<script async type="text/javascript" src="${started.inlay.url}/scripts/embedLauncher.js?${query}"></script>`;

  async function visit(html: string, headers?: Record<string, string>) {
    const watched = await watchPage(started.browser);
    started.inlay.seen.length = 0;
    await watched.page.goto(started.inlay.page(html, headers));
    return watched;
  }

  it('renders the embed right after its tag, titled, as tall as its content', async () => {
    const { page, context, complaints } = await visit(
      `<!doctype html><main><p id="above"></p>${tag('id=sales&token=good-1')}<p id="below"></p></main>`,
    );
    const [frame] = await embedFrames(page, 1);
    await expect(page.locator('#above + script + iframe + #below')).toHaveCount(1);
    await page.locator('iframe[title="The sales"]').waitFor();
    await eventually(async () => assert.equal((await page.locator('iframe').boundingBox())?.height, 433));
    assert.equal((await stateOf(frame)).token, 'good-1');
    assert.equal((await stateOf(frame)).loadedBy, 'POST');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('never puts the token into a URL, referrer or history entry of the frame', async () => {
    const { page, context } = await visit(tag('id=sales&token=good-secret'));
    const [frame] = await embedFrames(page, 1);
    const requests = started.inlay.seen.filter(({ url }) => !url.startsWith('/scripts/'));
    assert.ok(requests.some(({ method, body }) => method === 'POST' && body.get('token') === 'good-secret'));
    for (const { url, referer } of requests) assert.doesNotMatch(`${url} ${referer}`, /secret/);
    assert.equal(await page.evaluate(() => history.length), 2, 'about:blank and the page itself');
    assert.doesNotMatch(frame.url(), /secret/);
    await expect(page.locator('form, input'), 'the form is gone from the page').toHaveCount(0);
    await context.close();
  });

  it('passes the options in its URL to the frame, with the size of the page', async () => {
    const query =
      'id=sales&token=good-1&lang=fr&theme=dark&filters.region=EU&filters.region=S%C3%BCd&variables=%7B%22rate%22%3A2%7D';
    const { page, context } = await visit(`<div style="width:650px">${tag(query)}</div>`, {
      'content-type': 'text/html; charset=iso-8859-1',
    });
    const [frame] = await embedFrames(page, 1);
    const { lang, theme, filters, variables, width } = await stateOf(frame);
    assert.deepEqual(
      { lang, theme, filters, variables, width },
      { lang: 'fr', theme: 'dark', filters: { region: ['EU', 'Süd'] }, variables: { rate: 2 }, width: 640 },
    );
    const form = started.inlay.seen.find(({ method }) => method === 'POST')?.body;
    assert.equal(form?.get('origin'), started.inlay.host);
    assert.equal(form?.get('width'), '640');
    assert.equal(form?.get('lang'), 'fr');
    assert.deepEqual(form?.getAll('filters.region'), ['EU', 'Süd']);
    assert.ok(form?.get('timeZone'));
    await context.close();
  });

  for (const [height, expected] of [
    ['250', 250],
    ['fill', 500],
    ['auto', 433],
  ] as const) {
    it(`honors height=${height}`, async () => {
      const { page, context } = await visit(
        `<!doctype html><div style="height:500px">${tag(`id=sales&token=good-1&height=${height}`)}</div>`,
      );
      await page.locator('iframe[title="The sales"]').waitFor();
      await page.waitForFunction(
        (expected) => document.querySelector('iframe')?.clientHeight === expected,
        expected,
      );
      await context.close();
    });
  }

  it('shows several embeds on a page, and the same one twice', async () => {
    const { page, context } = await visit(
      [tag('id=sales&token=good-1'), tag('id=costs&token=good-2'), tag('id=sales&token=good-1')].join('<hr>'),
    );
    const frames = await embedFrames(page, 3);
    const tokens = await Promise.all(frames.map(async (frame) => (await stateOf(frame)).token));
    assert.deepEqual(tokens.sort(), ['good-1', 'good-1', 'good-2']);
    await expect(page.locator('iframe')).toHaveCount(3);
    await context.close();
  });

  it('finds its tags in open shadow roots, each once', async () => {
    const { page, context } = await visit('<!doctype html><div id="a"></div><div id="b"></div>');
    await page.evaluate((src) => {
      for (const id of ['a', 'b']) {
        const root = document.getElementById(id)?.attachShadow({ mode: 'open' });
        for (const times of [1, 2]) {
          const script = Object.assign(document.createElement('script'), {
            src: `${src}${times}`,
            async: true,
          });
          root?.append(script);
        }
        const parked = Object.assign(document.createElement('script'), { src, type: 'text/plain' });
        root?.append(parked);
      }
    }, `${started.inlay.url}/scripts/embedLauncher.js?id=sales&token=good-`);
    const frames = await embedFrames(page, 4);
    assert.equal(frames.length, 4);
    await afterFrames(page);
    const counts = await page.evaluate(() =>
      ['a', 'b'].map((id) => document.getElementById(id)?.shadowRoot?.querySelectorAll('iframe').length),
    );
    assert.deepEqual(counts, [2, 2]);
    await context.close();
  });

  it('ignores other elements and other origins if it does not know its own tag', async () => {
    const query = '/scripts/embedLauncher.js?id=sales&token=good-';
    const own = `${started.inlay.url}${query}`;
    const elsewhere = `http://elsewhere.invalid${query}`;
    const { page, context } = await visit(
      `<img src="${own}img"><img name="currentScript" src="${elsewhere}img">` +
        `<script src="${elsewhere}script"></script><script src="http://elsewhere.invalid/?${own}x"></script>` +
        `<script type="module" src="${own}1"></script>`,
    );
    await page.locator('iframe[title="The sales"]').waitFor();
    await expect(page.locator('iframe')).toHaveCount(1);
    const [frame] = await embedFrames(page, 1);
    assert.equal((await stateOf(frame)).token, 'good-1');
    await context.close();
  });

  it('works as a module, which does not know its own tag', async () => {
    const { page, context } = await visit(
      `<p></p><script type="module" src="${started.inlay.url}/scripts/embedLauncher.js?id=sales&token=good-1"></script>`,
    );
    const [frame] = await embedFrames(page, 1);
    assert.equal((await stateOf(frame)).token, 'good-1');
    await context.close();
  });

  it('shows the embed of a tag in the head at the top of the body', async () => {
    const { page, context } = await visit(`<head>${tag('id=sales&token=good-1')}</head><body><p></p></body>`);
    await page.locator('body > iframe:first-child[title="The sales"]').waitFor();
    await context.close();
  });

  it('reloads the embed with its token when the page moves it', async () => {
    const { page, context } = await visit(
      `<!doctype html><div id="from">${tag('id=sales&token=good-1')}</div><div id="to"></div>`,
    );
    await embedFrames(page, 1);
    await page.evaluate(() => {
      const frame = document.querySelector('iframe');
      if (frame) document.querySelector('#to')?.append(frame);
    });
    await page.locator('#to iframe').waitFor();
    const [frame] = await embedFrames(page, 1);
    assert.equal((await stateOf(frame)).token, 'good-1');
    assert.equal(started.inlay.seen.filter(({ method }) => method === 'POST').length, 2);
    await context.close();
  });

  it('loads near the viewport with loading=lazy', async () => {
    const { page, context } = await visit(
      `<!doctype html><div style="height:5000px"></div>${tag('id=sales&token=good-1&loading=lazy')}`,
    );
    await page.locator('iframe').waitFor({ state: 'attached' });
    await afterFrames(page);
    assert.equal(started.inlay.seen.filter(({ method }) => method === 'POST').length, 0);
    await page.evaluate(() => scrollTo(0, 4500));
    const [frame] = await embedFrames(page, 1);
    assert.equal((await stateOf(frame)).token, 'good-1');
    await context.close();
  });

  it('sends the token over the port if form-action forbids the form', async () => {
    const { page, context } = await visit(
      [tag('id=sales&token=good-secret&filters.region=EU'), tag('id=costs&token=good-2')].join(''),
      { 'content-security-policy': `form-action 'none'; frame-src ${started.inlay.url}` },
    );
    const frames = await embedFrames(page, 2);
    const states = await Promise.all(frames.map(stateOf));
    assert.deepEqual(states.map(({ token, loadedBy }) => `${token} ${loadedBy}`).sort(), [
      'good-2 GET',
      'good-secret GET',
    ]);
    assert.ok(states.some(({ filters }) => filters.region === 'EU'));
    for (const { url, referer } of started.inlay.seen.filter(({ url }) => !url.startsWith('/scripts/'))) {
      assert.doesNotMatch(`${url} ${referer}`, /secret|region/);
    }
    await context.close();
  });

  it('posts the form if the form-action policy is report-only', async () => {
    const { page, context } = await visit(tag('id=sales&token=good-1'), {
      'content-security-policy-report-only': "form-action 'none'",
    });
    const [frame] = await embedFrames(page, 1);
    await afterFrames(page);
    assert.equal((await stateOf(frame)).loadedBy, 'POST');
    assert.equal(started.inlay.seen.filter(({ url }) => url.startsWith('/embed/sales')).length, 1);
    await context.close();
  });

  it('needs only script-src and frame-src under a strict policy, plus form-action for the fast path', async () => {
    const { page, context, complaints } = await visit(tag('id=sales&token=good-1'), {
      'content-security-policy': `default-src 'none'; script-src ${started.inlay.url}; frame-src ${started.inlay.url}; form-action ${started.inlay.url}; style-src 'none'; require-trusted-types-for 'script'`,
    });
    const [frame] = await embedFrames(page, 1);
    assert.equal((await stateOf(frame)).loadedBy, 'POST');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('does not grow forever with content that is always taller than its frame', async () => {
    const { page, context } = await visit(tag('id=loop&token=good-1'));
    await page.locator('iframe[title="The loop"]').waitFor();
    const height = async () => (await page.locator('iframe').boundingBox())?.height ?? 0;
    await page.waitForFunction(() => (document.querySelector('iframe')?.clientHeight ?? 0) > 320);
    let before = 0;
    for (let now = await height(); now !== before; now = await height()) {
      assert.ok(now < 3_000, `it grew to ${now}`);
      before = now;
      await afterFrames(page, 40);
    }
    await context.close();
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeBuilderWorld } from '../../support/builder/builder-world.ts';
import { CONTEXT, exchange, goodClaims, setUpEmbedding, signJwt } from '../../support/embeds/embed-client.ts';
import { sqliteStore, startInlay } from '../../support/server/start-inlay.ts';
import { timeAt } from '../../support/time/fake-time.ts';

/** An instance on 127.0.0.1, and a product on localhost that embeds it: another site, so its frames are third parties. */
export interface EmbeddingProduct {
  /** A page with a launcher tag of this embed. */
  launcherPage(embed: string): Promise<string>;
  /** A page that loaded the SDK, with `show(embed, options)` and `productHeard`. */
  readonly sdkPage: string;
  /** The next responses of the product's `POST /embed-token`, and the number of calls. */
  readonly tokens: { seconds: number; asked: number; privileges: readonly string[] };
  /** Moves the clock of the instance and of the product's server ahead, not that of the browser. */
  passTime(ms: number): void;
  close(): Promise<void>;
}

export async function startEmbeddingProduct(): Promise<EmbeddingProduct> {
  const tokens: EmbeddingProduct['tokens'] = { seconds: 300, asked: 0, privileges: ['view'] };
  let ahead = 0;
  const time = timeAt(() => Date.now() + ahead);
  const store = await sqliteStore();
  const inlay = await startInlay(store, { time });
  const setup = await setUpEmbedding(inlay);
  await makeBuilderWorld(inlay, setup);

  const token = async () => {
    const exp = Math.floor(time.now() / 1000) + tokens.seconds;
    const context = { ...CONTEXT, privileges: { sales: tokens.privileges } };
    const { body } = await exchange(
      setup,
      signJwt({ ...goodClaims(setup, time.now()), exp, embed_context: context }),
    );
    return body.access_token ?? '';
  };
  const product = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://product');
    if (pathname === '/embed-token') {
      tokens.asked += 1;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ token: await token() }));
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (pathname === '/launcher')
      response.end(launcherPage(`${inlay.url}/scripts/embedLauncher.js?${searchParams}`));
    else response.end(sdkPage(inlay.url));
  });
  await new Promise<void>((resolve) => product.listen(0, 'localhost', resolve));
  const origin = `http://localhost:${(product.address() as AddressInfo).port}`;

  return {
    launcherPage: async (id) => `${origin}/launcher?${new URLSearchParams({ id, token: await token() })}`,
    sdkPage: `${origin}/sdk`,
    tokens,
    passTime: (ms) => {
      ahead += ms;
    },
    close: async () => {
      product.closeAllConnections();
      product.close();
      await inlay.close();
      await store.drop();
    },
  };
}

const HEAD = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Product</title><link rel="icon" href="data:,">
<style>body{margin:16px;font:16px/1.4 sans-serif}</style><h1>Product</h1>
<script>
window.productHeard = [];
addEventListener('error', ({ message }) => productHeard.push({ name: 'uncaught', detail: { message } }));
addEventListener('unhandledrejection', ({ reason }) => productHeard.push({ name: 'uncaught', detail: { message: String(reason) } }));
</script>`;

const launcherPage = (src: string) => `${HEAD}<script async src="${src.replaceAll('&', '&amp;')}"></script>`;

const sdkPage = (instanceUrl: string) => `${HEAD}<div id="place"></div>
<script src="${instanceUrl}/scripts/embedSdk.js"></script><script>
const names = ['ready', 'rendered', 'error', 'token-expiring', 'token-expired', 'filter-change', 'click', 'navigate',
  'resize', 'dashboard-created', 'dashboard-saved'];
const tokenProvider = () => fetch('/embed-token', { method: 'POST' });
window.show = async (id, options) => {
  const inlay = await Inlay.initialize(undefined, { tokenProvider });
  for (const name of names) inlay.on(name, ({ detail }) => productHeard.push({ name, detail }));
  window.embed = await inlay.insertEmbedById(id, document.querySelector('#place'), options);
};
</script>`;

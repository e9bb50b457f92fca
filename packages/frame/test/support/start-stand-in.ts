import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { PageMessages, RenderedLine, RenderRequest } from '@inlay/content/embed-api';
import type { BuiltFrame } from './built-frame.ts';
import {
  createFakeSubscriptions,
  type FakeSubscriptions,
  replyAboutSubscriptions,
} from './fake-subscriptions.ts';
import { hostPage } from './host-page.ts';
import { messagePage, type Rendering, renderPage, renderTile } from './render-page.ts';
import { tiles } from './sample-content.ts';
import { filterValues, resultOfTile, revenueOf } from './sample-data.ts';

export interface StandIn {
  readonly frameUrl: string;
  readonly hostUrl: string;
  /** Every request to the API, in order. */
  readonly asked: { readonly path: string; readonly token: string; readonly body: Record<string, unknown> }[];
  /** Tokens that the server takes. */
  readonly tokens: Set<string>;
  readonly subscriptions: FakeSubscriptions;
  close(): Promise<void>;
}

// Strict on purpose: what the frame needs has to work under what the server will send.
const CSP =
  "default-src 'none';script-src 'self';style-src 'self' 'nonce-n0';img-src 'self' data: blob:;connect-src 'self';form-action 'self';base-uri 'none';require-trusted-types-for 'script';trusted-types inlay";

/** Two origins: a customer's page, and the instance whose pages and API are as small as they can be. */
export async function startStandIn({ dist, manifest }: BuiltFrame): Promise<StandIn> {
  const asked: StandIn['asked'] = [];
  const tokens = new Set(['good']);
  const css = ['page.css', 'article.css']
    .map((name) => readFileSync(join(dist, 'assets', manifest[name] ?? ''), 'utf8'))
    .join('');
  const subscriptions = createFakeSubscriptions();
  const standIn = { asked, tokens, subscriptions };

  const frame = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    if (pathname.startsWith('/embed/assets/'))
      return sendAsset(response, join(dist, 'assets', basename(pathname)));
    const text = await readText(request);
    if (pathname.startsWith('/embed/api/'))
      return respond(pathname, request, response, text, String(searchParams));
    const fields = new URLSearchParams(request.method === 'POST' ? text : searchParams);
    const rendering: Rendering = {
      id: basename(pathname),
      origin: fields.get('origin') ?? hostUrl(),
      lang: fields.get('lang') ?? 'en',
      theme: fields.get('theme') ?? 'light',
      width: Number(fields.get('width') ?? 640),
      features: JSON.parse(fields.get('features') ?? '{}'),
      loader: manifest.loader ?? '',
      css,
    };
    response.setHeader('content-security-policy', CSP);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const base = { embedId: rendering.id, hostOrigin: rendering.origin };
    if (request.method !== 'POST') return response.end(messagePage(rendering, { ...base, unrendered: true }));
    if (!tokens.has(fields.get('token') ?? '')) {
      const error = { code: 'TOKEN_EXPIRED', message: 'The token is over: bring a new one.' } as const;
      return response.end(messagePage(rendering, { ...base, error }));
    }
    response.end(renderPage(rendering));
  });

  async function respond(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    text: string,
    search: string,
  ) {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const body = text === '' ? {} : JSON.parse(text);
    asked.push({ path, token, body });
    const send = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    const method = request.method ?? 'GET';
    const aboutSubscriptions = replyAboutSubscriptions(subscriptions, { path, method, search, body });
    if (!tokens.has(token)) return send(401, { statusCode: 401, message: 'Unauthorized' });
    if (aboutSubscriptions) return send(aboutSubscriptions.status, aboutSubscriptions.value);
    const [, filterId] = /\/filters\/([^/]+)\/values$/.exec(path) ?? [];
    const exported = path.endsWith('/exports') ? tiles.find(({ id }) => id === body.tileId) : undefined;
    if (path.endsWith('/themes/acme'))
      return send(200, {
        name: 'acme',
        mode: 'dark',
        css: ':root,[data-inlay-theme=dark]{--inlay-accent:#0b6e4f}',
      });
    if (path.endsWith('/session')) return send(200, { expiresIn: 300 });
    if (path.endsWith('/render')) {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      return response.end(renderLines(body).join(''));
    }
    if (exported) {
      const { result } = resultOfTile(exported, body);
      if (body.format === 'json') return send(200, result);
      const { columns } = result;
      response.setHeader('content-disposition', 'attachment; filename="Server-first-100000-rows.csv"');
      response.setHeader('content-type', 'text/csv');
      return response.end(columns.map(({ label, values }) => `${[label, ...values].join(',')}\r\n`).join(''));
    }
    if (filterId) return send(200, filterValues(filterId, body));
    if (path.endsWith('/messages')) return send(200, messagesIn(String(body.lang)));
    if (path.endsWith('/values'))
      return send(200, { values: { 'growth:revenue': `${revenueOf(body.filters)}` } });
    send(404, { statusCode: 404, message: 'Not found' });
  }

  const host = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(hostPage(frameUrl()));
  });
  const frameUrl = () => `http://localhost:${(frame.address() as AddressInfo).port}`;
  const hostUrl = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  await Promise.all([listen(frame), listen(host)]);
  return Object.assign(standIn, {
    frameUrl: frameUrl(),
    hostUrl: hostUrl(),
    close: async () => {
      for (const server of [frame, host]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  });
}

/** Last one first: the frame must not count on an order. */
const renderLines = ({ tiles: wanted, texts, ...choices }: RenderRequest): readonly string[] =>
  [
    ...(texts ? [{ texts: { values: { 'growth:revenue': `${revenueOf(choices.filters ?? {})}` } } }] : []),
    ...wanted.map(({ id, ...box }, index): RenderedLine => {
      const tile = tiles.find((each) => each.id === id);
      return !tile || id === 'broken'
        ? { index, tile: id, error: { statusCode: 503, message: 'The database does not respond.' } }
        : {
            index,
            tile: id,
            title: tile.title,
            ...(tile.description !== undefined && { description: tile.description }),
            html: renderTile(tile, { ...choices, ...box }),
          };
    }),
  ]
    .toReversed()
    .map((line) => `${JSON.stringify(line)}\n`);

const messagesIn = (lang: string): PageMessages => ({
  title: `Title (${lang})`,
  head: { title: `Title (${lang})` },
  texts: {},
  steps: {},
  tabs: {},
  filters: {},
  labels: { filters: '', steps: '', recommendation: '' },
});

const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, () => resolve()));

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

function sendAsset(response: ServerResponse, file: string): void {
  response.setHeader('content-type', file.endsWith('.css') ? 'text/css' : 'text/javascript');
  response.end(readFileSync(file));
}

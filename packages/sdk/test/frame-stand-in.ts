import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { bundleScripts } from '../build.ts';
import { bundlePage } from './bundle-page.ts';
import type { PageData } from './frame-page.ts';

interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly referer: string | undefined;
  readonly origin: string | undefined;
  readonly body: URLSearchParams;
}

export interface StandIn {
  /** The instance's origin. */
  readonly url: string;
  /** The host application's origin, on another site. */
  readonly host: string;
  readonly seen: SeenRequest[];
  /** Serves a page of the host application and returns its address. */
  readonly page: (html: string, headers?: Readonly<Record<string, string>>) => string;
  /** Serves a script on the host application. */
  readonly script: (code: string) => string;
  readonly close: () => Promise<void>;
}

/** Tokens are `good-<anything>` for an hour, `life-<seconds>-<anything>`, or refused. */
function lifeOf(token: string | null): number | undefined {
  const [, seconds] = /^life-([\d.]+)-/.exec(token ?? '') ?? [];
  if (seconds) {
    const born = births.get(token ?? '') ?? Date.now();
    births.set(token ?? '', born);
    const left = Number(seconds) - (Date.now() - born) / 1_000;
    return left > 0 ? left : undefined;
  }
  return token?.startsWith('good') ? 3_600 : undefined;
}
const births = new Map<string, number>();

/** A server that speaks the protocol as an Inlay does, and the application that embeds it. */
export async function startStandIn(): Promise<StandIn> {
  bundled ??= bundle();
  const { folder, framePage } = await bundled;
  const pages = new Map<string, readonly [body: string, headers: Readonly<Record<string, string>>]>();
  const seen: SeenRequest[] = [];

  const instance = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://instance');
    const body = new URLSearchParams(await text(request));
    const { referer, origin } = request.headers;
    seen.push({ method: request.method ?? '', url: request.url ?? '', referer, origin, body });
    answerAsInstance(response, { method: request.method ?? '', url, body, request });
  }).listen(0, '127.0.0.1');
  const application = createServer((request, response) => {
    const page = pages.get(new URL(request.url ?? '', 'http://host').pathname);
    response.writeHead(page ? 200 : request.url === '/favicon.ico' ? 204 : 404, {
      'content-type': 'text/html; charset=utf-8',
      ...page?.[1],
    });
    response.end(page?.[0]);
  }).listen(0, '127.0.0.1');
  await Promise.all([once(instance, 'listening'), once(application, 'listening')]);

  function answerAsInstance(response: ServerResponse, asked: Asked): void {
    const { method, url, body, request } = asked;
    const script = /^\/scripts\/(embed\w+\.js)$/.exec(url.pathname)?.[1];
    const id = /^\/embed\/([^/]+)$/.exec(url.pathname)?.[1];
    if (script) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });
      response.end(readFileSync(join(folder, script)));
    } else if (url.pathname === '/frame-page.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(framePage);
    } else if (url.pathname === '/scripts/sdk-session') {
      const status = body.get('token') === 'refused-origin' ? 403 : lifeOf(body.get('token')) ? 200 : 401;
      response.writeHead(status, { 'access-control-allow-origin': `${request.headers.origin}` }).end('{}');
    } else if (url.pathname === '/embed/api/v0/session') {
      const life = lifeOf(request.headers.authorization?.slice(7) ?? '');
      response.writeHead(life ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ expiresIn: life }));
    } else if (id === 'down') {
      response.destroy();
    } else if (id) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      response.end(embedPage(decodeURIComponent(id), method, method === 'POST' ? body : url.searchParams));
    } else response.writeHead(404).end();
  }

  const addressOf = (server: typeof instance) => (server.address() as AddressInfo).port;
  const host = `http://localhost:${addressOf(application)}`;
  return {
    url: `http://127.0.0.1:${addressOf(instance)}`,
    host,
    seen,
    page: (html, headers = {}) => {
      const path = `/page-${pages.size}`;
      pages.set(path, [html, headers]);
      return `${host}${path}`;
    },
    script: (code) => {
      const path = `/script-${pages.size}.js`;
      pages.set(path, [code, { 'content-type': 'text/javascript' }]);
      return path;
    },
    close: async () => {
      for (const server of [instance, application]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

interface Bundled {
  readonly folder: string;
  readonly framePage: string;
}

/** What all files of a process serve. */
let bundled: Promise<Bundled> | undefined;

async function bundle(): Promise<Bundled> {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-sdk-'));
  await bundleScripts(folder);
  return { folder, framePage: await bundlePage('frame-page.ts') };
}

after(async () => {
  if (bundled) rmSync((await bundled).folder, { recursive: true, force: true });
});

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly body: URLSearchParams;
  readonly request: IncomingMessage;
}

function embedPage(id: string, method: string, fields: URLSearchParams): string {
  const data: PageData = {
    id,
    hostOrigin: fields.get('origin') ?? '',
    token: fields.get('token') ?? '',
    expiresIn: lifeOf(fields.get('token')) ?? null,
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<!doctype html><html data-method="${method}"><title>Embed</title><body><pre id="state"></pre>
<script type="application/json" id="data">${json}</script><script src="/frame-page.js"></script></body></html>`;
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

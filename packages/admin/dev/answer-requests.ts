import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { forward } from './forward.ts';
import { type Backend, createSignIn } from './sign-in.ts';

const admin = join(import.meta.dirname, '..');
const galleryPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Gallery</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/src/icon.svg">
<script type="module" src="/dev/gallery/main.tsx"></script>
</head>
<body></body>
</html>
`;

/** Pages are answered here, sources by Vite, and all the rest by the server. */
export function answerRequests(backend: Backend | undefined): Plugin {
  const signIn = backend && createSignIn(backend);
  const answer = async (vite: ViteDevServer, request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? '/';
    const { pathname } = new URL(url, 'http://localhost');
    if (/^\/gallery(?:\/|$)/.test(pathname)) return sendPage(vite, response, url, galleryPage);
    if (!backend || !signIn) return false;
    if (pathname === '/admin/session') signIn.follow(request.method);
    else if (/^\/admin(?:\/|$)/.test(pathname)) {
      if (!isPage(request)) {
        shareSource(pathname, response);
        return false;
      }
      const page = await readFile(join(admin, 'index.html'), 'utf8');
      return sendPage(vite, response, url, await signIn.intoPage(request, response, page));
    }
    await forward(await backend.server.port(), request, response);
    return true;
  };
  return {
    name: 'inlay-answer-requests',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        answer(vite, request, response).then(
          (answered) => answered || next(),
          (error: Error) => {
            if (response.headersSent) response.destroy(error);
            else response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message);
          },
        );
      });
    },
  };
}

/**
 * A host page may have many embeds, and each loads the same sources: within a second a browser asks for them once. A source
 * that changed has another address, and so have those that import it, up to an entry, which is asked for each time.
 */
function shareSource(pathname: string, response: ServerResponse): void {
  if (!pathname.startsWith('/admin/@fs/')) return;
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => setHeader(name, value === 'no-cache' ? 'max-age=1' : value);
}

/** A view of the app, as opposed to one of its sources: those are asked for by scripts. */
function isPage({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true;
}

async function sendPage(
  vite: ViteDevServer,
  response: ServerResponse,
  url: string,
  html: string,
): Promise<true> {
  const page = await vite.transformIndexHtml(url, html);
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(page);
  return true;
}

// The server of an application that embeds Inlay. Two things matter: it knows who is signed in, and the key and the
// secret never leave it. The page only ever gets an opaque token for that one person.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createEmbedClient, embedTokenHandler } from '@inlay/node';
import { EditError, editContext, readEdit, watchedFetch, withAssertion } from './demo-context.mjs';
import { createInbox } from './inbox.mjs';
import { renderMessages } from './inbox-page.mjs';
import { renderPage } from './page.mjs';
import { users } from './users.mjs';
import { words } from './words.mjs';

const { INLAY_URL = 'http://localhost:4000', INLAY_TENANT_ID = 'demo', HOST = '127.0.0.1' } = process.env;
const { INLAY_BROWSER_URL = INLAY_URL, INLAY_CLIENT_ID = `${INLAY_TENANT_ID}-embed` } = process.env;
const port = Number(process.env.PORT ?? 4001);

const connect = () =>
  createEmbedClient({
    instanceUrl: INLAY_URL,
    tenantId: INLAY_TENANT_ID,
    clientId: INLAY_CLIENT_ID,
    clientSecret: readFileSync(process.env.INLAY_CLIENT_SECRET_FILE, 'utf8').trim(),
    privateKey: readFileSync(process.env.INLAY_PRIVATE_KEY_FILE, 'utf8'),
    workspaceId: 'main',
    fetch: watchedFetch, // only so that the demo can show its assertions
  });

// The credentials of a demo are replaced now and then: after a refusal, the files may hold others.
let current = connect();
const inlay = {
  token: (context, options) =>
    current.token(context, options).catch((error) => {
      if (error.code !== 'TOKEN_REFUSED') throw error;
      current = connect();
      return current.token(context, options);
    }),
};

// A sign-in for a demo: the cookie names the user. Use your own sessions here.
const userOf = (request) => {
  const name = /(?:^|; )user=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
  return Object.hasOwn(users, name ?? '') ? users[name] : undefined;
};

const embedToken = embedTokenHandler(inlay, (request) => userOf(request)?.embedContext, { expiresIn: 900 });

// Read for each message: it is replaced now and then, like the other credentials.
const { INLAY_INBOX_SECRET_FILE = '' } = process.env;
const hasInbox = existsSync(INLAY_INBOX_SECRET_FILE);
const inbox = createInbox(() => hasInbox && readFileSync(INLAY_INBOX_SECRET_FILE, 'utf8').trim());

const types = { js: 'text/javascript', css: 'text/css' };
const folder = new URL('public/', import.meta.url);
const files = Object.fromEntries(
  readdirSync(folder).map((name) => [
    `/${name}`,
    [types[name.split('.')[1]], readFileSync(new URL(name, folder))],
  ]),
);

const sendJson = (response, status, body) =>
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));

const routes = {
  'GET /': async (request, response) => {
    const user = userOf(request) ?? users.maeve;
    const exchanged = await withAssertion(() => inlay.token(user.embedContext, { expiresIn: 900 })).catch(
      (error) => {
        console.error(`No token: ${error.message}`);
        return { token: '', problem: error.code === 'TOKEN_REFUSED' ? 'refused' : 'unreachable' };
      },
    );
    // The page holds a token: nobody may keep a copy of it.
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...(userOf(request) ? {} : { 'set-cookie': 'user=maeve; Path=/; HttpOnly; SameSite=Strict' }),
    });
    const mode = /(?:^|; )theme=(light|dark)\b/.exec(request.headers.cookie ?? '')?.[1];
    const messages = hasInbox ? inbox.messagesOf(user.embedContext.username) : undefined;
    response.end(renderPage({ user, users, ...exchanged, mode, instanceUrl: INLAY_BROWSER_URL, messages }));
  },
  'POST /embed-token': embedToken,
  // DEMO ONLY, see demo-context.mjs: a token for a context that the page has edited.
  'POST /demo/edited-token': async (request, response) => {
    const user = userOf(request);
    if (!user) return sendJson(response, 401, { problem: 'refused' });
    try {
      const context = editContext(user.embedContext, await readEdit(request));
      sendJson(response, 200, await withAssertion(() => inlay.token(context, { expiresIn: 900 })));
    } catch (error) {
      if (error instanceof EditError) return sendJson(response, 400, { problem: error.problem });
      if (error.code === 'CONTEXT_TOO_LARGE') return sendJson(response, 400, { problem: 'size' });
      console.error(`No token: ${error.message}`);
      sendJson(response, 502, { problem: 'refused' });
    }
  },
  // A webhook of Inlay, see inbox.mjs. After a 500, Inlay sends the message again.
  'POST /demo/inbox': async (request, response) =>
    response.writeHead(hasInbox ? await inbox.receive(request).catch(() => 500) : 404).end(),
  // The messages of the signed-in user that came after one.
  'GET /inbox': (request, response) => {
    const user = userOf(request);
    if (!user) return response.writeHead(401).end();
    const after = new URL(request.url, 'http://x').searchParams.get('after');
    const messages = inbox.messagesOf(user.embedContext.username);
    const known = messages.findIndex(({ id }) => id === after);
    const added = known < 0 ? messages : messages.slice(0, known);
    if (added.length === 0) return response.writeHead(204).end();
    const { language } = user;
    const say = words[language.slice(0, 2)].inbox;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(renderMessages(added, { language, say }));
  },
  // A chart or a file of one of them.
  'GET /inbox/part': (request, response) => {
    const query = new URL(request.url, 'http://x').searchParams;
    const messages = inbox.messagesOf(userOf(request)?.embedContext.username);
    const { sections = [], files = [] } = messages.find(({ id }) => id === query.get('message')) ?? {};
    const image = sections[query.get('image')]?.image;
    const { content } = image ?? files[query.get('file')] ?? {};
    if (!content) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': image ? 'image/png' : 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
    });
    response.end(Buffer.from(content, 'base64'));
  },
  'POST /sign-in': (request, response) => {
    const name = new URL(request.url, 'http://x').searchParams.get('as');
    const known = Object.hasOwn(users, name ?? '') ? name : 'maeve';
    response.writeHead(303, {
      location: '/',
      'set-cookie': `user=${known}; Path=/; HttpOnly; SameSite=Strict`,
    });
    response.end();
  },
};

const server = createServer(async (request, response) => {
  const path = request.url.split('?')[0];
  const [type, body] = files[path] ?? [];
  if (body) return response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
  const route = routes[`${request.method} ${path}`];
  if (!route) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
  return route(request, response);
});

server.on('error', (error) => {
  const reason =
    error.code === 'EADDRINUSE'
      ? `port ${port} is taken: choose another with INLAY_DEMO_PORT`
      : error.message;
  console.error(`The demo shop is not running: ${reason}.`);
  process.exitCode = 1;
  if (process.connected) process.disconnect();
});
server.listen(port, HOST, () => process.send?.({ port: server.address().port }));

const stop = () => {
  server.close();
  server.closeAllConnections();
  if (process.connected) process.disconnect();
};
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
// The parent process has ended, so the shop ends too.
process.once('disconnect', stop);

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createEmbedClient, embedTokenHandler } from '@inlay/node';

const instanceUrl = 'http://localhost:4000';

const client = createEmbedClient({
  instanceUrl,
  tenantId: 'acme',
  clientId: 'acme-embed',
  clientSecret: readFileSync('client-secret', 'utf8'),
  privateKey: readFileSync('private-key.pem', 'utf8'),
});

// Replace this with the signed-in user of your session.
const currentUser = () => ({ email: 'ann@customer.example', customerId: 'c-17' });

const embedToken = embedTokenHandler(client, (request) => {
  const user = currentUser(request);
  return {
    username: user.email,
    workspaceId: 'main',
    privileges: { shop: ['view'] },
    attributes: { customer_id: user.customerId },
  };
});

const page = `<!doctype html>
<title>Your revenue</title>
<h1>Your revenue</h1>
<div id="revenue"></div>
<script src="${instanceUrl}/scripts/embedSdk.js"></script>
<script type="module">
  const inlay = await Inlay.initialize(undefined, {
    tokenProvider: () => fetch('/embed-token', { method: 'POST' }),
  });
  await inlay.insertEmbedById('revenue', document.querySelector('#revenue'));
</script>`;

createServer((request, response) => {
  if (request.method === 'POST' && request.url === '/embed-token') return embedToken(request, response);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}).listen(3000, () => console.log('http://localhost:3000'));

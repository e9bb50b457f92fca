// oidc-provider set up to do the same grant: Basic client, RS512 assertion, replay refused, opaque token.

import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { jwtVerify } from 'jose';
import { errors, Provider } from 'oidc-provider';

const { PEER_PORT, PEER_PUBLIC_KEY, PEER_CLIENT, PEER_SECRET, PEER_ISSUER, PEER_AUDIENCE } = process.env;
const key = createPublicKey(readFileSync(PEER_PUBLIC_KEY));
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const provider = new Provider(`http://127.0.0.1:${PEER_PORT}`, {
  clients: [
    {
      client_id: PEER_CLIENT,
      client_secret: PEER_SECRET,
      grant_types: [grant],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_basic',
    },
  ],
  scopes: ['embed'],
  features: { devInteractions: { enabled: false } },
  ttl: { AccessToken: 300 },
});

provider.registerGrantType(
  grant,
  async (ctx) => {
    const { client, params, provider: self } = ctx.oidc;
    const options = {
      algorithms: ['RS512'],
      issuer: PEER_ISSUER,
      audience: PEER_AUDIENCE,
      subject: PEER_CLIENT,
    };
    const { payload } = await jwtVerify(params.assertion, key, options).catch(() => {
      throw new errors.InvalidGrant('assertion refused');
    });
    const unique = await self.ReplayDetection.unique(payload.iss, payload.jti, payload.exp);
    if (!unique) throw new errors.InvalidGrant('assertion replayed');
    const token = new self.AccessToken({
      client,
      accountId: payload.embed_context.username,
      scope: 'embed',
      gty: 'jwt-bearer',
      extra: payload.embed_context,
    });
    const value = await token.save();
    ctx.body = { access_token: value, expires_in: token.expiration, scope: 'embed', token_type: 'Bearer' };
  },
  ['assertion', 'scope'],
);

provider.on('server_error', (_ctx, error) => console.error(error));
const server = provider.listen(Number(PEER_PORT), '127.0.0.1');
server.prependListener('request', (request, response) => {
  if (request.url !== '/metrics') return;
  const { user, system } = process.cpuUsage();
  response.end(
    `process_cpu_seconds_total ${(user + system) / 1e6}\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`,
  );
});

import {
  CodeSchema,
  NewPasskeySchema,
  NewTotpSchema,
  RecoveryCodesSchema,
  WebAuthnOptionsSchema,
} from '@inlay/protocol/second-factor';
import Type from 'typebox';
import { AppError } from '../../../platform/errors.ts';
import { type HttpApp, tenantOf } from '../../../platform/http/http-app.ts';
import { hasSecondFactor } from '../../../platform/identity/has-second-factor.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { clientOf, PageSessionSchema, pageSession, requireSameOrigin } from '../../sessions/index.ts';
import { addPasskey, addTotp, checkNewPasskey } from '../account/add-factor.ts';
import { type Account, attemptFactor, lockAccount } from '../factors/attempt-factor.ts';
import { createChallenge } from '../factors/challenges.ts';
import { MAX_WEBAUTHN_BYTES } from '../factors/max-webauthn.ts';
import { totpUri } from '../factors/totp.ts';
import { startTotpSecret } from '../factors/totp-secrets.ts';
import { creationOptions, passkeySite } from '../factors/webauthn.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { endSignIn, readSignIn } from './sign-in-flow.ts';

const url = '/admin/session/set-up';
const route = { config: { access: 'public' }, bodyLimit: MAX_WEBAUTHN_BYTES } as const;
const StartedSchema = Type.Object({
  ...RecoveryCodesSchema.properties,
  ...PageSessionSchema.properties,
});

/** The second step of a sign-in where the tenant requires a second factor, and the account has none yet. */
export function setUpRoutes(app: HttpApp, services: Services): void {
  setUpTotp(app, services);
  setUpPasskey(app, services);
}

function setUpTotp(app: HttpApp, services: Services): void {
  const { store, time, vault, config } = services;

  app.post(`${url}/totp`, {
    ...route,
    schema: { hide: true, response: { 200: NewTotpSchema } },
    handler: async (request) => {
      requireSameOrigin(request, config);
      const account = await readSignIn(services, request);
      const secret = await store.write(async (transaction) => {
        await refuseSecond(transaction, account);
        return startTotpSecret(vault, transaction, account, time.now());
      });
      return { secret, uri: totpUri(secret, { issuer: tenantOf(request).name, account: account.username }) };
    },
  });

  app.post(`${url}/totp/confirm`, {
    ...route,
    schema: { hide: true, body: CodeSchema, response: { 200: StartedSchema } },
    handler: async (request, reply) => {
      requireSameOrigin(request, config);
      const account = await readSignIn(services, request);
      const client = clientOf(request);
      const { caller } = client;
      const { code } = request.body;
      const { codes, session } = await attemptFactor(services, account, {
        action: 'second-factor.add',
        caller,
        work: async (transaction, user, now) => {
          await refuseSecond(transaction, account);
          const added = await addTotp(services, transaction, { account, user, caller, code }, now);
          if ('wrong' in added) return added;
          const completed = { account, factor: 'totp', client } as const;
          const session = await completeSignIn(services, transaction, completed, now);
          return { done: { codes: added.done, session } };
        },
      });
      const { cookie, expiresAt } = pageSession(services, session);
      return reply
        .header('set-cookie', [cookie, endSignIn(config)])
        .send({ recoveryCodes: codes, expiresAt });
    },
  });
}

function setUpPasskey(app: HttpApp, services: Services): void {
  const { store, time, config } = services;

  app.post(`${url}/passkey-options`, {
    ...route,
    schema: { hide: true, response: { 200: WebAuthnOptionsSchema } },
    handler: async (request) => {
      requireSameOrigin(request, config);
      const account = await readSignIn(services, request);
      await refuseSecond(store, account);
      const challenge = await createChallenge(services, 'registration', account);
      const user = { id: account.userId, username: account.username };
      const site = passkeySite(tenantOf(request), config);
      return { options: await creationOptions(site, user, { challenge, existing: [] }) };
    },
  });

  app.post(`${url}/passkey`, {
    ...route,
    schema: { hide: true, body: NewPasskeySchema, response: { 200: StartedSchema } },
    handler: async (request, reply) => {
      requireSameOrigin(request, config);
      const account = await readSignIn(services, request);
      const client = clientOf(request);
      const checked = await checkNewPasskey(passkeySite(tenantOf(request), config), request.body);
      const { codes, session } = await store.write(async (transaction) => {
        const now = time.now();
        const user = await lockAccount(transaction, account);
        if (!user) throw new AppError('UNAUTHORIZED');
        await refuseSecond(transaction, account);
        const adding = { account, user, caller: client.caller, ...checked };
        const codes = await addPasskey(services, transaction, adding, now);
        const completed = { account, factor: 'passkey', client } as const;
        return { codes, session: await completeSignIn(services, transaction, completed, now) };
      });
      const { cookie, expiresAt } = pageSession(services, session);
      return reply
        .header('set-cookie', [cookie, endSignIn(config)])
        .send({ recoveryCodes: codes, expiresAt });
    },
  });
}

/** With a factor, the account is proved by it: whoever knows only the password must not add another one. */
async function refuseSecond(queries: Queries, { tenantId, userId }: Account): Promise<void> {
  if (await hasSecondFactor(queries, tenantId, userId))
    throw new AppError('CONFLICT', {
      message: 'This account has a second factor already. Enter your password again.',
    });
}

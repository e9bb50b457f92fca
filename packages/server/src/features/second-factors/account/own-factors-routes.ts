import {
  CodeSchema,
  NewPasskeySchema,
  NewTotpSchema,
  PasskeyChangeSchema,
  PasskeySchema,
  RecoveryCodesSchema,
  SecondFactorsSchema,
  WebAuthnOptionsSchema,
} from '@inlay/protocol/second-factor';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { writeRecorded } from '../../../platform/audit/record-event.ts';
import { AppError } from '../../../platform/errors.ts';
import { errors } from '../../../platform/http/documented-errors.ts';
import { actingIn, callerOf, type HttpApp, tenantOf, userOf } from '../../../platform/http/http-app.ts';
import { afterConfirmation, forLogins } from '../../../platform/http/route-access.ts';
import { byId } from '../../../platform/http/route-parameters.ts';
import { hasSecondFactor } from '../../../platform/identity/has-second-factor.ts';
import type { Services } from '../../../services.ts';
import { type Account, attemptFactor, lockAccount } from '../factors/attempt-factor.ts';
import { createChallenge } from '../factors/challenges.ts';
import { MAX_WEBAUTHN_BYTES } from '../factors/max-webauthn.ts';
import { listPasskeys, renamePasskey } from '../factors/passkeys.ts';
import { readFactors } from '../factors/read-factors.ts';
import { replaceRecoveryCodes } from '../factors/recovery-codes.ts';
import { totpUri } from '../factors/totp.ts';
import { startTotpSecret } from '../factors/totp-secrets.ts';
import { creationOptions, passkeySite } from '../factors/webauthn.ts';
import { addPasskey, addTotp, checkNewPasskey } from './add-factor.ts';
import { removeFactor } from './remove-factor.ts';

const tags = ['session'];
const url = '/api/v0/me';

/** What people sign in with besides their password: each their own. */
export function ownFactorsRoutes(app: HttpApp, services: Services): void {
  app.get(`${url}/second-factors`, {
    config: forLogins(),
    schema: {
      tags,
      operationId: 'readSecondFactors',
      summary: "Read the current user's second factors",
      response: { 200: SecondFactorsSchema },
    },
    handler: (request) => {
      const { tenantId, userId, adminRole } = userOf(request);
      return readFactors(services.store, { tenantId, userId }, adminRole);
    },
  });
  passkeyRoutes(app, services);
  totpRoutes(app, services);
  recoveryCodesRoute(app, services);
}

const accountOf = (request: FastifyRequest): Account => {
  const { tenantId, userId } = userOf(request);
  return { tenantId, userId };
};

function passkeyRoutes(app: HttpApp, services: Services): void {
  const { store, config } = services;

  app.post(`${url}/passkeys/options`, {
    config: afterConfirmation(forLogins()),
    schema: {
      tags,
      operationId: 'startPasskey',
      summary: 'Start adding a passkey',
      description:
        'Returns the options of `navigator.credentials.create`, which are good once, for 5 minutes.',
      response: { 200: WebAuthnOptionsSchema, ...errors(409) },
    },
    handler: async (request) => {
      const account = accountOf(request);
      const existing = await listPasskeys(store, account);
      const challenge = await createChallenge(services, 'registration', account);
      const user = { id: account.userId, username: userOf(request).name };
      const site = passkeySite(tenantOf(request), config);
      return { options: await creationOptions(site, user, { challenge, existing }) };
    },
  });

  app.post(`${url}/passkeys`, {
    config: afterConfirmation(forLogins()),
    bodyLimit: MAX_WEBAUTHN_BYTES,
    schema: {
      tags,
      operationId: 'addPasskey',
      summary: 'Add a passkey',
      description: 'Returns recovery codes, unless the account has some. They are shown only once.',
      body: NewPasskeySchema,
      response: { 201: RecoveryCodesSchema, ...errors(409) },
    },
    handler: async (request, reply) => {
      const account = accountOf(request);
      const checked = await checkNewPasskey(passkeySite(tenantOf(request), config), request.body);
      const codes = await store.write(async (transaction) => {
        const user = await lockAccount(transaction, account);
        if (!user) throw new AppError('UNAUTHORIZED');
        const adding = { account, user, caller: callerOf(request), ...checked };
        return addPasskey(services, transaction, adding, services.time.now());
      });
      return reply.code(201).send({ recoveryCodes: codes });
    },
  });

  app.patch(`${url}/passkeys/:id`, {
    config: forLogins(),
    schema: {
      tags,
      operationId: 'renamePasskey',
      summary: 'Rename a passkey',
      params: byId,
      body: PasskeyChangeSchema,
      response: { 200: PasskeySchema },
    },
    handler: (request) => {
      const { id } = request.params;
      const { name } = request.body;
      return store.write((transaction) => renamePasskey(transaction, accountOf(request), id, name));
    },
  });

  app.delete(`${url}/passkeys/:id`, {
    config: afterConfirmation(forLogins()),
    schema: {
      tags,
      operationId: 'removePasskey',
      summary: 'Remove a passkey',
      params: byId,
      response: { 204: Type.Null(), ...errors(409) },
    },
    handler: async (request, reply) => {
      const passkey = { factor: 'passkey', id: request.params.id } as const;
      await removeFactor(services, accountOf(request), passkey, callerOf(request));
      return reply.code(204).send(null);
    },
  });
}

function totpRoutes(app: HttpApp, services: Services): void {
  const { store, time, vault } = services;

  app.post(`${url}/totp`, {
    config: afterConfirmation(forLogins()),
    schema: {
      tags,
      operationId: 'startTotp',
      summary: 'Start adding an authenticator app',
      description:
        'Returns a secret for the app, which counts once a code of it is confirmed within 15 minutes. Until then, a former app keeps working.',
      response: { 200: NewTotpSchema },
    },
    handler: async (request) => {
      const account = accountOf(request);
      const secret = await store.write((transaction) =>
        startTotpSecret(vault, transaction, account, time.now()),
      );
      const label = { issuer: tenantOf(request).name, account: userOf(request).name };
      return { secret, uri: totpUri(secret, label) };
    },
  });

  app.post(`${url}/totp/confirm`, {
    config: afterConfirmation(forLogins()),
    schema: {
      tags,
      operationId: 'confirmTotp',
      summary: 'Confirm an authenticator app',
      description:
        'With a code that the app shows. Returns recovery codes, unless the account has some. They are shown only once.',
      body: CodeSchema,
      response: { 200: RecoveryCodesSchema, ...errors(409, 429) },
    },
    handler: async (request) => {
      const account = accountOf(request);
      const caller = callerOf(request);
      const { code } = request.body;
      const codes = await attemptFactor(services, account, {
        action: 'second-factor.add',
        caller,
        work: (transaction, user, now) =>
          addTotp(services, transaction, { account, user, caller, code }, now),
      });
      return { recoveryCodes: codes };
    },
  });

  app.delete(`${url}/totp`, {
    config: afterConfirmation(forLogins()),
    schema: {
      tags,
      operationId: 'removeTotp',
      summary: 'Remove the authenticator app',
      response: { 204: Type.Null(), ...errors(409) },
    },
    handler: async (request, reply) => {
      await removeFactor(services, accountOf(request), { factor: 'totp' }, callerOf(request));
      return reply.code(204).send(null);
    },
  });
}

function recoveryCodesRoute(app: HttpApp, services: Services): void {
  app.post(`${url}/recovery-codes`, {
    config: afterConfirmation(forLogins()),
    schema: {
      tags,
      operationId: 'createRecoveryCodes',
      summary: 'Create new recovery codes',
      description: 'Earlier ones stop working. The codes are shown only once.',
      response: { 200: RecoveryCodesSchema, ...errors(409) },
    },
    handler: async (request) => {
      const account = accountOf(request);
      const event = { action: 'recovery-codes.create', target: userOf(request).name } as const;
      const codes = await writeRecorded(
        services,
        account.tenantId,
        actingIn(request),
        event,
        async (transaction) => {
          await lockAccount(transaction, account);
          if (!(await hasSecondFactor(transaction, account.tenantId, account.userId)))
            throw new AppError('CONFLICT', {
              message: 'Recovery codes replace a second factor. Add one first.',
            });
          return replaceRecoveryCodes(services.vault, transaction, account);
        },
      );
      return { recoveryCodes: codes };
    },
  });
}

import { SignInSettingsChangeSchema, SignInSettingsSchema } from '@inlay/protocol/sign-in';
import { errors } from '../../platform/http/documented-errors.ts';
import { actingIn, type HttpApp, principalOf, tenantOf } from '../../platform/http/http-app.ts';
import { afterConfirmation, forAdmins } from '../../platform/http/route-access.ts';
import { readSignInSettings } from '../../platform/identity/sign-in-settings.ts';
import type { Services } from '../../services.ts';
import { changeSignInSettings } from './sign-in-settings.ts';

export function signInSettingsRoutes(app: HttpApp, services: Services): void {
  const tags = ['sign-in'];
  const url = '/api/v0/sign-in-settings';

  app.get(url, {
    config: forAdmins('settings:read'),
    schema: {
      tags,
      operationId: 'readSignInSettings',
      summary: 'Read how people sign in',
      response: { 200: SignInSettingsSchema },
    },
    handler: (request) => readSignInSettings(services.store, tenantOf(request).id),
  });

  app.patch(url, {
    config: afterConfirmation(forAdmins('settings:write')),
    schema: {
      tags,
      operationId: 'changeSignInSettings',
      summary: 'Change how people sign in',
      description:
        'Takes effect with the next request of every session. To prove that it works, passwords can be switched off only in a session of an identity provider, and a second factor required of your own role only in a session that has one.',
      body: SignInSettingsChangeSchema,
      response: { 200: SignInSettingsSchema, ...errors(409) },
    },
    handler: (request) =>
      changeSignInSettings(services, principalOf(request), request.body, actingIn(request)),
  });
}

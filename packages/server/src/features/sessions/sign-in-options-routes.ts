import { type SignInOptions, SignInOptionsSchema, type SignInProvider } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { readSignInSettings } from '../../platform/identity/sign-in-settings.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { requireSameOrigin } from './require-same-origin.ts';

/** What later features offer on the sign-in page. */
export interface OtherWaysToSignIn {
  readonly providers?: (queries: Queries, tenantId: TenantId) => Promise<readonly SignInProvider[]>;
  readonly passkeys?: (queries: Queries, tenantId: TenantId) => Promise<boolean>;
  readonly passwordReset?: (queries: Queries, tenantId: TenantId) => Promise<boolean>;
}

/** What the sign-in page of a tenant offers. Anybody can read it, so it tells nothing about accounts. */
export function signInOptionsRoutes(
  app: HttpApp,
  { store, config }: Pick<Services, 'store' | 'config'>,
  ways: OtherWaysToSignIn,
): void {
  app.get('/admin/session/options', {
    config: { access: 'public' },
    schema: { hide: true, response: { 200: SignInOptionsSchema } },
    handler: (request) => {
      requireSameOrigin(request, config);
      return readOptions(store, tenantOf(request).id, ways);
    },
  });
}

async function readOptions(
  queries: Queries,
  tenantId: TenantId,
  ways: OtherWaysToSignIn,
): Promise<SignInOptions> {
  const [{ passwords }, providers = [], passkeys = false, passwordReset = false] = await Promise.all([
    readSignInSettings(queries, tenantId),
    ways.providers?.(queries, tenantId),
    ways.passkeys?.(queries, tenantId),
    ways.passwordReset?.(queries, tenantId),
  ]);
  return {
    passwords,
    providers: [...providers],
    passkeys: passwords && passkeys,
    passwordReset: passwords && passwordReset,
  };
}

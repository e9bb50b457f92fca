import type { UserPrincipal } from '../../../platform/identity/principal.ts';
import type { Services } from '../../../services.ts';
import { openSignOutUrl } from '../oidc/sign-out-url.ts';

/** Where the browser goes after this session was ended; undefined if it is to stay here. */
export async function signOutAtProvider(
  { store, vault }: Pick<Services, 'store' | 'vault'>,
  { tenantId, tokenHash }: UserPrincipal,
): Promise<string | undefined> {
  const row = await store
    .tenant(tenantId)
    .selectFrom('login_tokens')
    .select('sealed_sign_out')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (row?.sealed_sign_out == null) return undefined;
  try {
    return openSignOutUrl({ vault }, tenantId, row.sealed_sign_out);
  } catch {
    // Sealed with a former master key. The session still has to end here.
    return undefined;
  }
}

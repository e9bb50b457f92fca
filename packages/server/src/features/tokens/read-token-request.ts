import type { Caller } from '../../platform/identity/acting.ts';
import type { Services } from '../../services.ts';
import type { ClientAction } from './client-action.ts';
import type { ClientCredentials } from './client-credentials.ts';
import { countEarlyRefusal } from './count-early-refusal.ts';
import { OAuthError } from './oauth-error.ts';
import { readTokenForm, type TokenForm } from './read-token-form.ts';

export interface ReceivedForm extends TokenForm {
  readonly realm: string;
  readonly caller: Caller;
}

export interface TokenRequest {
  readonly realm: string;
  readonly credentials: ClientCredentials;
  readonly fields: ReadonlyMap<string, string>;
  readonly caller: Caller;
}

/** The form and who sends it; a request that has neither is counted before it is refused. */
export async function readTokenRequest(
  services: Services,
  received: ReceivedForm,
  action: ClientAction,
): Promise<TokenRequest> {
  const { realm, caller } = received;
  try {
    return { realm, caller, ...readTokenForm(received) };
  } catch (error) {
    if (error instanceof OAuthError) await countEarlyRefusal(services, realm, action, error);
    throw error;
  }
}

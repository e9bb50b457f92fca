import type { ClientCredentials } from '../auth/client-credentials.ts';
import { OAuthError } from '../auth/oauth-error.ts';
import { readTokenForm, type TokenForm } from '../auth/read-token-form.ts';
import type { Caller } from '../features/audit/record-event.ts';
import type { Services } from '../services.ts';
import type { ClientAction } from './authenticate-client.ts';
import { countEarlyRefusal } from './count-early-refusal.ts';

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

import type { Caller } from '../audit/record-event.ts';
import { readClientCredentials } from '../auth/client-credentials.ts';
import { OAuthError } from '../auth/oauth-error.ts';
import { parseForm } from '../auth/parse-form.ts';
import type { ClientAction } from '../flows/authenticate-client.ts';
import { countEarlyRefusal } from '../flows/count-early-refusal.ts';
import type { TokenRequest } from '../flows/exchange-token.ts';
import type { Services } from '../services.ts';

/** What the token endpoint and its neighbours read of a request, however it came in. */
export interface ReceivedForm {
  readonly realm: string;
  readonly authorization: string | undefined;
  readonly body: string;
  readonly caller: Caller;
}

/** The form and who sends it; a request that has neither is counted before it is refused. */
export async function readTokenRequest(
  services: Services,
  received: ReceivedForm,
  action: ClientAction,
): Promise<TokenRequest> {
  try {
    return parseTokenRequest(received);
  } catch (error) {
    if (error instanceof OAuthError) await countEarlyRefusal(services, received.realm, action, error);
    throw error;
  }
}

function parseTokenRequest({ realm, authorization, body, caller }: ReceivedForm): TokenRequest {
  const form = parseForm(body);
  if (!form.ok) throw new OAuthError('invalid_request', form.problem);
  const credentials = readClientCredentials(authorization, form.fields);
  return { realm, credentials, fields: form.fields, caller };
}

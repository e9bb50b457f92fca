import { type ClientCredentials, readClientCredentials } from './client-credentials.ts';
import { OAuthError } from './oauth-error.ts';
import { parseForm } from './parse-form.ts';

/** What the token endpoint and its neighbours read of a request, however it came in. */
export interface TokenForm {
  readonly authorization: string | undefined;
  readonly body: string;
}

/** The fields of the form and who says to send it. */
export function readTokenForm({ authorization, body }: TokenForm): {
  readonly fields: ReadonlyMap<string, string>;
  readonly credentials: ClientCredentials;
} {
  const form = parseForm(body);
  if (!form.ok) throw new OAuthError('invalid_request', form.problem);
  return { fields: form.fields, credentials: readClientCredentials(authorization, form.fields) };
}

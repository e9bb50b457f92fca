import type { SnippetValues } from './snippet-values.ts';
import { stringLiteral } from './string-literal.ts';

/** JSON is written here, not by the shell: with shell variables in JSON, a name could end its string. */
export function curlSnippet(values: SnippetValues): string {
  const context = {
    username: values.username,
    workspace_id: values.workspaceId,
    roles: ['USER'],
    privileges: { [values.appId]: ['view'] },
    ...(values.attributes && Object.keys(values.attributes).length > 0 && { attributes: values.attributes }),
  };
  const claims = { sub: values.clientId, iss: values.issuer, aud: values.audience, embed_context: context };
  const openClaims = visibleJson(claims).replace(/\n\}$/, ',');
  // RFC 6749 §2.3.1 requires both parts form-encoded; a client secret contains only unreserved characters.
  const user = new URLSearchParams({ v: values.clientId }).toString().slice('v='.length);
  return String.raw`#!/usr/bin/env bash
set -euo pipefail

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

claims=${stringLiteral('curl', openClaims)}
claims+=$(printf '"exp": %d, "jti": "%s" }' "$(($(date +%s) + 3600))" "$(openssl rand -hex 16)")

unsigned=$(printf '{"alg":"RS512","typ":"JWT"}' | base64url).$(printf '%s' "$claims" | base64url)
signature=$(printf '%s' "$unsigned" | openssl dgst -sha512 -sign "$INLAY_PRIVATE_KEY_FILE" -binary | base64url)

# The assertion goes through standard input, so that it is in no list of processes.
answer=$(printf '%s' "$unsigned.$signature" |
  curl --silent --show-error --fail-with-body --max-time 10 \
    --url ${stringLiteral('curl', values.tokenEndpoint)} \
    --user ${stringLiteral('curl', user)}":$INLAY_CLIENT_SECRET" \
    --data-urlencode grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer \
    --data-urlencode scope=embed \
    --data-urlencode assertion@-) || { printf '%s\n' "$answer" >&2; exit 1; }

printf '%s\n' "$answer" | sed -n 's/.*"access_token" *: *"\([^"]*\)".*/\1/p'
`;
}

/** JSON does not escape format characters and the shell cannot; invisible, they would mislead a reader. */
function visibleJson(value: object): string {
  return JSON.stringify(value, null, 2).replace(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

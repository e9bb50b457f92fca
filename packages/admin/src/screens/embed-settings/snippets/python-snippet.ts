import { attributeLine } from './attribute-line.ts';
import type { SnippetValues } from './snippet-values.ts';
import { stringLiteral } from './string-literal.ts';

export function pythonSnippet(values: SnippetValues): string {
  const text = (value: string) => stringLiteral('python', value);
  return `import base64, json, os, time, uuid
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote_plus, urlencode
from urllib.request import Request, urlopen

import jwt  # PyJWT

client_id = ${text(values.clientId)}
claims = {
    "sub": client_id,
    "iss": ${text(values.issuer)},
    "aud": ${text(values.audience)},
    "exp": int(time.time()) + 3600,
    "jti": str(uuid.uuid4()),
    "embed_context": {
        "username": ${text(values.username)},
        "workspace_id": ${text(values.workspaceId)},
        "roles": ["USER"],
        "privileges": {${text(values.appId)}: ["view"]},
${attributeLine('python', values, { open: '        "attributes": {', close: '},\n' })}    },
}
private_key = Path(os.environ["INLAY_PRIVATE_KEY_FILE"]).read_text()
form = {
    "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
    "scope": "embed",
    "assertion": jwt.encode(claims, private_key, algorithm="RS512"),
}
user = f"{quote_plus(client_id)}:{quote_plus(os.environ['INLAY_CLIENT_SECRET'])}"
request = Request(
    ${text(values.tokenEndpoint)},
    data=urlencode(form).encode(),
    headers={"Authorization": "Basic " + base64.b64encode(user.encode()).decode()},
)
try:
    with urlopen(request, timeout=10) as response:
        print(json.load(response)["access_token"])
except HTTPError as refusal:
    raise SystemExit(f"HTTP {refusal.code}: {refusal.read().decode()}")
`;
}

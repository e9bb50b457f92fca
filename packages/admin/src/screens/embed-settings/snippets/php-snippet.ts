import { attributeLine } from './attribute-line.ts';
import type { SnippetValues } from './snippet-values.ts';
import { stringLiteral } from './string-literal.ts';

export function phpSnippet(values: SnippetValues): string {
  const text = (value: string) => stringLiteral('php', value);
  return String.raw`<?php
function base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

$clientId = ${text(values.clientId)};
$claims = [
    'sub' => $clientId,
    'iss' => ${text(values.issuer)},
    'aud' => ${text(values.audience)},
    'exp' => time() + 3600,
    'jti' => bin2hex(random_bytes(16)),
    'embed_context' => [
        'username' => ${text(values.username)},
        'workspace_id' => ${text(values.workspaceId)},
        'roles' => ['USER'],
        'privileges' => (object) [${text(values.appId)} => ['view']],
${attributeLine('php', values, { open: "        'attributes' => (object) [", entry: (key, value) => `${key} => ${value}`, close: '],\n' })}    ],
];
$unsigned = base64url('{"alg":"RS512","typ":"JWT"}') . '.' . base64url(json_encode($claims, JSON_THROW_ON_ERROR));
$privateKey = openssl_pkey_get_private(file_get_contents(getenv('INLAY_PRIVATE_KEY_FILE')));
if (!$privateKey || !openssl_sign($unsigned, $signature, $privateKey, OPENSSL_ALGO_SHA512)) {
    fwrite(STDERR, 'Could not sign: ' . openssl_error_string() . "\n");
    exit(1);
}

$user = urlencode($clientId) . ':' . urlencode(getenv('INLAY_CLIENT_SECRET'));
$body = file_get_contents(${text(values.tokenEndpoint)}, false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Authorization: Basic ' . base64_encode($user), 'Content-Type: application/x-www-form-urlencoded'],
    'content' => http_build_query([
        'grant_type' => 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        'scope' => 'embed',
        'assertion' => $unsigned . '.' . base64url($signature),
    ]),
    'timeout' => 10,
    'follow_location' => 0,
    'ignore_errors' => true,
]]));
$answer = json_decode((string) $body, true);
if (!isset($answer['access_token'])) {
    fwrite(STDERR, "No token: $body\n");
    exit(1);
}
echo $answer['access_token'], "\n";
`;
}

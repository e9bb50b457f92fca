import { attributeLine } from './attribute-line.ts';
import type { SnippetValues } from './snippet-values.ts';
import { stringLiteral } from './string-literal.ts';

export function nodeSnippet(values: SnippetValues): string {
  const text = (value: string) => stringLiteral('node', value);
  return `import { readFileSync } from 'node:fs';
import { createEmbedClient } from '@inlay/node';

const client = createEmbedClient({
  instanceUrl: ${text(values.instanceUrl)},
  tenantId: ${text(values.tenantId)},
  clientId: ${text(values.clientId)},
  issuer: ${text(values.issuer)},
  audience: ${text(values.audience)},
  clientSecret: process.env.INLAY_CLIENT_SECRET,
  privateKey: readFileSync(process.env.INLAY_PRIVATE_KEY_FILE, 'utf8'),
});

const { token } = await client.token({
  username: ${text(values.username)},
  workspaceId: ${text(values.workspaceId)},
  roles: ['USER'],
  privileges: { ${text(values.appId)}: ['view'] },
${attributeLine('node', values, { open: '  attributes: { ', close: ' },\n' })}});
console.log(token);
`;
}

import { generateKeyPair, hash, type KeyObject } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { regenerateSecret, uploadPublicKey } from '../features/tokens/change-auth-settings.ts';
import type { TokenServices } from '../features/tokens/token-services.ts';
import { StartError } from '../platform/errors.ts';
import { OPERATOR } from '../platform/identity/acting.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { chosenTenant, TENANT_OPTION } from './chosen-tenant.ts';
import { defineCommand, print } from './command.ts';
import { withServices } from './with-services.ts';

export const keysGenerate = defineCommand({
  summary: 'Generate a key pair for signing user contexts',
  options: {
    out: { type: 'string', value: 'FOLDER', description: 'Folder to write to (default: the current folder)' },
    bits: {
      type: 'string',
      value: 'BITS',
      description: 'Key size: 2048, 3072, 4096 or 8192 (default: 2048)',
    },
    register: { type: 'boolean', description: 'Register the public key, and generate the client secret too' },
    tenant: TENANT_OPTION,
    yes: { type: 'boolean', description: "Replace the tenant's current key and secret" },
  },
  details: `Writes three files and never overwrites existing ones:

  private-key.pem  for your server; readable only by you
  public-key.pem   to upload in the Embed Settings
  jwks.json        to host instead, for key rotation without downtime

With --register, the key is uploaded to a tenant, and client-secret is a fourth file; readable only by you.`,
  examples: ['', '--out keys --bits 4096', '--register --tenant acme --out ../my-app'],
  async run({ values, env }) {
    const folder = values.out ?? '.';
    const modulusLength = readBits(values.bits ?? '2048');
    const files = ['private-key.pem', 'public-key.pem', 'jwks.json'].map((name) => join(folder, name));
    const secretFile = join(folder, 'client-secret');
    const taken = [...files, ...(values.register ? [secretFile] : [])].find((file) => existsSync(file));
    if (taken) throw new StartError(`${taken} already exists. Choose another folder with --out.`);
    const register = values.register
      ? (publicKey: string) => withServices(env, (services) => registerKey(services, publicKey, values))
      : undefined;

    const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength });
    const contents = [
      privateKey.export({ type: 'pkcs8', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'pem' }),
      `${JSON.stringify({ keys: [jwkOf(publicKey)] }, null, 2)}\n`,
    ];
    makeFolder(folder);
    const registered = await register?.(String(contents[1]));
    files.forEach((file, index) => {
      writeFileSync(file, contents[index] ?? '', { mode: index === 0 ? 0o600 : 0o644, flag: 'wx' });
    });
    print(`${files.join('\n')}\n`);
    if (!registered) {
      print('\nUpload the public key in the Embed Settings. Keep the private key on your server.\n');
      return 0;
    }
    writeFileSync(secretFile, registered.secret, { mode: 0o600, flag: 'wx' });
    print(
      `${secretFile}\n\nRegistered the public key in tenant '${registered.tenantId}'. Keep the private key and the client secret on your server.\n`,
    );
    return 0;
  },
});

const acting = { actor: null, caller: OPERATOR };

/** Gives the tenant this key and a new secret. Those of an application that embeds already are replaced only on request. */
async function registerKey(
  services: TokenServices,
  publicKey: string,
  { tenant, yes }: { readonly tenant?: string | undefined; readonly yes?: boolean | undefined },
): Promise<{ readonly tenantId: string; readonly secret: string }> {
  const { id } = await chosenTenant(services, tenant);
  const settings = await services.settings.read(id);
  const isNew = settings?.signature.mode === 'none' && settings.secretHash === null;
  if (!isNew && !yes) {
    throw new StartError(
      `Tenant '${id}' already has a key or a client secret, and the application that uses them would be refused. Add --yes to replace both.`,
    );
  }
  await uploadPublicKey(services, id, { publicKey }, acting);
  return { tenantId: id, secret: await regenerateSecret(services, id, 0, acting) };
}

/** RFC 7638: the thumbprint names the key, so that a rotated key gets a new `kid`. */
function jwkOf(publicKey: KeyObject) {
  const { n, e } = publicKey.export({ format: 'jwk' });
  const kid = hash('sha256', JSON.stringify({ e, kty: 'RSA', n }), 'base64url');
  return { kty: 'RSA', use: 'sig', alg: 'RS512', kid, n, e };
}

function readBits(given: string): number {
  const bits = Number(given);
  if ([2048, 3072, 4096, 8192].includes(bits)) return bits;
  throw new StartError(`--bits must be 2048, 3072, 4096 or 8192, not '${given}'.`);
}

import { generateKeyPair, hash, type KeyObject } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../platform/errors.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { defineCommand, print } from './command.ts';

export const keysGenerate = defineCommand({
  summary: 'Generate a key pair for signing user contexts',
  options: {
    out: { type: 'string', value: 'FOLDER', description: 'Folder to write to (default: the current folder)' },
    bits: {
      type: 'string',
      value: 'BITS',
      description: 'Key size: 2048, 3072, 4096 or 8192 (default: 2048)',
    },
  },
  details: `Writes three files and never overwrites existing ones:

  private-key.pem  for your server; readable only by you
  public-key.pem   to upload in the Embed Settings
  jwks.json        to host instead, for key rotation without downtime`,
  examples: ['', '--out keys --bits 4096'],
  async run({ values }) {
    const folder = values.out ?? '.';
    const modulusLength = readBits(values.bits ?? '2048');
    const files = ['private-key.pem', 'public-key.pem', 'jwks.json'].map((name) => join(folder, name));
    const taken = files.find((file) => existsSync(file));
    if (taken) throw new StartError(`${taken} already exists. Choose another folder with --out.`);

    const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength });
    const contents = [
      privateKey.export({ type: 'pkcs8', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'pem' }),
      `${JSON.stringify({ keys: [jwkOf(publicKey)] }, null, 2)}\n`,
    ];
    makeFolder(folder);
    files.forEach((file, index) => {
      writeFileSync(file, contents[index] ?? '', { mode: index === 0 ? 0o600 : 0o644, flag: 'wx' });
    });
    print(
      `${files.join('\n')}\n\nUpload the public key in the Embed Settings. Keep the private key on your server.\n`,
    );
    return 0;
  },
});

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

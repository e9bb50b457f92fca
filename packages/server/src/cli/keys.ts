import { generateKeyPair, hash, type KeyObject } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../platform/errors.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { defineCommand, print } from './command.ts';

export const keysGenerate = defineCommand({
  summary: 'generate the key pair that signs user contexts',
  options: { out: { type: 'string', value: 'FOLDER' }, bits: { type: 'string', value: '2048' } },
  details: `Writes private-key.pem (for your server, readable by you only), public-key.pem (to upload in the embed settings)
and jwks.json (to host, for rotation without a gap). Existing files are never overwritten.`,
  async run({ values }) {
    const folder = values.out ?? '.';
    const modulusLength = readBits(values.bits ?? '2048');
    const files = ['private-key.pem', 'public-key.pem', 'jwks.json'].map((name) => join(folder, name));
    const taken = files.find((file) => existsSync(file));
    if (taken) throw new StartError(`${taken} already exists: choose another folder with --out.`);

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
      `${files.join('\n')}\n\nUpload the public key in the embed settings; the private key stays on your server.\n`,
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

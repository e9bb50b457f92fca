import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { TenantId } from '@inlay/protocol/tenant-id';

/** Encryption at rest, bound to a tenant and a purpose: a value copied to another row does not decrypt. */
export interface Vault {
  seal(tenantId: TenantId, purpose: string, text: string): string;
  open(tenantId: TenantId, purpose: string, sealed: string): string;
  /** A keyed fingerprint: equal for equal input, useless without the master key. */
  fingerprint(purpose: string, text: string): string;
}

const format = 'v1';

export function createVault(masterKey: Buffer): Vault {
  const derive = (label: string) => Buffer.from(hkdfSync('sha256', masterKey, '', label, 32));
  const sealingKey = createSecretKey(derive('inlay seal'));
  const fingerprintKey = derive('inlay fingerprint');
  return {
    seal(tenantId, purpose, text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(boundTo(tenantId, purpose));
      const sealed = cipher.update(text, 'utf8');
      // GCM leaves no final block; `final` computes the tag.
      cipher.final();
      return `${format}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open(tenantId, purpose, sealed) {
      const [version, body = ''] = sealed.split('.');
      if (version !== format) throw new Error(`A sealed value has the unknown format ${version}.`);
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, 12), {
        authTagLength: 16,
      })
        .setAAD(boundTo(tenantId, purpose))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    fingerprint: (purpose, text) =>
      createHmac('sha256', fingerprintKey).update(purpose).update('\0').update(text).digest('base64url'),
  };
}

const boundTo = (tenantId: TenantId, purpose: string) => Buffer.from(`${tenantId}\0${purpose}`);

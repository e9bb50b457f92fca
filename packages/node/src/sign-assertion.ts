import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { WireContext } from './embed-context.ts';
import type { readPrivateKey } from './read-private-key.ts';

export interface Signer {
  readonly key: ReturnType<typeof readPrivateKey>;
  readonly keyId: string | undefined;
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
}

/**
 * Signs an assertion with a new `jti`. It has no `iat`: the service does not require one, and would refuse viewers if
 * this server's clock is ahead.
 */
export function signAssertion(
  signer: Signer,
  context: WireContext,
  expiresInSeconds: number,
): Promise<string> {
  return new SignJWT({ embed_context: context })
    .setProtectedHeader({
      alg: 'RS512',
      typ: 'JWT',
      ...(signer.keyId !== undefined && { kid: signer.keyId }),
    })
    .setIssuer(signer.issuer)
    .setAudience(signer.audience)
    .setSubject(signer.subject)
    .setJti(randomUUID())
    .setExpirationTime(Math.floor(Date.now() / 1000) + expiresInSeconds)
    .sign(signer.key);
}

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
 * One assertion with a `jti` of its own. It has no `iat`: the specification asks for none, and a clock that runs
 * ahead of the service's would then get viewers refused.
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

import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { serveTasks } from '../../../platform/concurrency/serve-tasks.ts';

export interface SignatureTask {
  readonly xml: string;
  /** In PEM. One of them has to verify each signature. */
  readonly certificates: readonly string[];
  readonly isResponseSigned: boolean;
  readonly isAssertionSigned: boolean;
}

/** The text of the assertion as it was signed, or what the library reports. */
export type VerifiedSignatures = { readonly assertion: string } | { readonly problem: string };

/** Only the signatures: the library compares times with the clock of the machine, and everything else is read again. */
async function verifySignatures({
  xml,
  certificates,
  isResponseSigned,
  isAssertionSigned,
}: SignatureTask): Promise<VerifiedSignatures> {
  const verifier = new SAML({
    callbackUrl: 'https://unused.invalid/',
    issuer: 'unused',
    idpCert: [...certificates],
    wantAuthnResponseSigned: isResponseSigned,
    wantAssertionsSigned: isAssertionSigned,
    audience: false,
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
  });
  try {
    const { profile } = await verifier.validatePostResponseAsync({
      SAMLResponse: Buffer.from(xml).toString('base64'),
    });
    const assertion = profile?.getAssertionXml?.();
    return assertion === undefined ? { problem: 'no assertion' } : { assertion };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

serveTasks(verifySignatures);

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

/**
 * Verifies signatures, and stops there: the library would go on to compare times with the clock of the machine, and to
 * read the document in ways of its own.
 */
class SignatureVerifier extends SAML {
  protected override async processValidlySignedAssertionAsync(xml: string) {
    const profile = { issuer: '', nameID: '', nameIDFormat: '', getAssertionXml: () => xml };
    return { profile, loggedOut: false };
  }
}

async function verifySignatures({
  xml,
  certificates,
  isResponseSigned,
  isAssertionSigned,
}: SignatureTask): Promise<VerifiedSignatures> {
  const verifier = new SignatureVerifier({
    callbackUrl: 'https://unused.invalid/',
    issuer: 'unused',
    idpCert: [...certificates],
    wantAuthnResponseSigned: isResponseSigned,
    wantAssertionsSigned: isAssertionSigned,
    // Nothing else is verified here, whatever the defaults of another version are.
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

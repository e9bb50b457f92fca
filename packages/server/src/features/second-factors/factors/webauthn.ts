import { isIP } from 'node:net';
import type { TenantId } from '@inlay/protocol/tenant-id';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { Config } from '../../../config.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PasskeyRow, TenantRow } from '../../../platform/store/schema.ts';
import { tenantUrl } from '../../tenants/index.ts';

/** Where passkeys of a tenant work: at its configured address, whatever a request says. */
export interface PasskeySite {
  readonly tenantId: TenantId;
  readonly name: string;
  readonly rpId: string;
  readonly origin: string;
}

export function passkeySite(tenant: TenantRow, { publicUrl }: Pick<Config, 'publicUrl'>): PasskeySite {
  const { hostname, origin } = tenantUrl(tenant, publicUrl);
  return { tenantId: tenant.id, name: tenant.name, rpId: hostname, origin };
}

/** Options and responses as JSON (WebAuthn Level 3 §5.1.8). */
export type WebAuthnJson = Readonly<Record<string, unknown>>;

/** What a response proved, or why it did not: for the log. */
type Verdict<T> = T | { readonly refused: string };

/** EdDSA, ES256 and RS256 (RFC 9053 §2, RFC 8812 §2): one of them is in every authenticator. */
const ALGORITHMS = [-8, -7, -257];
export const CHALLENGE_MS = 5 * 60_000;

export async function creationOptions(
  site: PasskeySite,
  user: { readonly id: string; readonly username: string },
  { challenge, existing }: { readonly challenge: string; readonly existing: readonly PasskeyRow[] },
): Promise<WebAuthnJson> {
  // WebAuthn Level 3 §5.1.2: addresses are no relying parties.
  if (isIP(site.rpId.replace(/^\[|\]$/g, '')) !== 0)
    throw new AppError('CONFLICT', {
      message: `Passkeys need a host name. Open the admin app at one, and set INLAY_PUBLIC_URL to it: ${site.rpId} is an IP address.`,
    });
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: site.rpId,
    userID: Uint8Array.from(Buffer.from(user.id)),
    userName: user.username,
    userDisplayName: user.username,
    challenge: bytes(challenge),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: existing.map(descriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/** Without `passkeys`, the browser offers those that it knows for this site. */
export async function requestOptions(
  site: PasskeySite,
  { challenge, passkeys }: { readonly challenge: string; readonly passkeys?: readonly PasskeyRow[] },
): Promise<WebAuthnJson> {
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: bytes(challenge),
    timeout: CHALLENGE_MS,
    // Instead of a password a passkey has to be two factors; beside one, possession suffices.
    userVerification: passkeys ? 'preferred' : 'required',
    ...(passkeys && { allowCredentials: passkeys.map(descriptor) }),
  });
  return { ...options };
}

const bytes = (challenge: string) => Uint8Array.from(Buffer.from(challenge, 'base64url'));

const descriptor = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: JSON.parse(transports),
});

const Base64Url = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength });
/** WebAuthn Level 3 §4, "Credential ID": at most 1,023 bytes. */
const CredentialId = Base64Url(1364);
const credential = { id: CredentialId, rawId: CredentialId, type: Type.Literal('public-key') };

const registration = Compile(
  Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: Base64Url(8192),
      attestationObject: Base64Url(16_384),
      transports: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z-]{1,32}$' }), { maxItems: 16 })),
    }),
  }),
);

const assertion = Compile(
  Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: Base64Url(8192),
      authenticatorData: Base64Url(8192),
      signature: Base64Url(8192),
      userHandle: Type.Optional(Type.Union([Base64Url(256), Type.Null()])),
    }),
  }),
);

export interface NewCredential {
  readonly id: string;
  /** COSE, as base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isSynced: boolean;
}

/** Checks what an authenticator made. The caller has to take the challenge, which nobody else may have used. */
export async function verifyRegistration(
  site: PasskeySite,
  response: WebAuthnJson,
): Promise<Verdict<{ readonly challenge: string; readonly credential: NewCredential }>> {
  if (!registration.Check(response)) return { refused: 'not a credential' };
  const { id, rawId, type, response: made } = response;
  try {
    const challenge = challengeIn(made.clientDataJSON);
    refuseCertificates(made.attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, clientExtensionResults: {}, response: made },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return { refused: 'the attestation is not valid' };
    const { credential, credentialDeviceType } = registrationInfo;
    return {
      challenge,
      credential: {
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: made.transports ?? [],
        isSynced: credentialDeviceType === 'multiDevice',
      },
    };
  } catch (error) {
    return { refused: reasonOf(error) };
  }
}

/** The library reads whatever JSON was sent as if it were what browsers send. */
function challengeIn(clientDataJSON: string): string {
  const { challenge }: { readonly challenge: unknown } = decodeClientDataJSON(clientDataJSON);
  if (typeof challenge !== 'string') throw new Error('The challenge is not a string.');
  return challenge;
}

/**
 * Browsers send no certificates, because the options ask for no attestation. The library would fetch what a stranger's
 * certificate names as its revocation list, from wherever that is.
 */
function refuseCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  const isPlain =
    format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  if (!isPlain) throw new Error(`The attestation ${format} was not asked for.`);
}

/** The credential that a response claims to be of, and its user; undefined if it is no response. */
export function claimedCredential(
  response: WebAuthnJson,
): { readonly id: string; readonly userId: string | undefined } | undefined {
  if (!assertion.Check(response)) return undefined;
  const { userHandle } = response.response;
  return {
    id: response.id,
    userId: userHandle == null ? undefined : Buffer.from(userHandle, 'base64url').toString(),
  };
}

export interface VerifiedAssertion {
  readonly challenge: string;
  readonly passkeyId: string;
  readonly counter: number;
}

/** Checks the signature of a passkey. The caller has to take the challenge and to note the use. */
export async function verifyAssertion(
  site: PasskeySite,
  response: WebAuthnJson,
  passkey: PasskeyRow,
  { requireUserVerification }: { readonly requireUserVerification: boolean },
): Promise<Verdict<VerifiedAssertion>> {
  if (!assertion.Check(response)) return { refused: 'not a response' };
  const { id, rawId, type, response: signed } = response;
  const { clientDataJSON, authenticatorData, signature } = signed;
  try {
    const challenge = challengeIn(clientDataJSON);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification,
    });
    if (!verified) return { refused: 'the signature is not valid' };
    return { challenge, passkeyId: passkey.id, counter: authenticationInfo.newCounter };
  } catch (error) {
    return { refused: reasonOf(error) };
  }
}

/** The library throws for each check that fails. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, 300) : String(error);

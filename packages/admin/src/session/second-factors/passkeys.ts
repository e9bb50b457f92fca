import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { ApiError } from '../../api/api-error.ts';
import { useMessages } from '../../messages.ts';

/** What the server sends to make a passkey. */
export interface NewPasskeyOptions {
  readonly options: PublicKeyCredentialCreationOptionsJSON;
}

/** What it sends to use one. */
export interface PasskeyOptions {
  readonly options: PublicKeyCredentialRequestOptionsJSON;
}

/** A credential as the server receives it, which checks its content (WebAuthn Level 3 §5.1.8). */
type WebAuthnJson = Record<string, unknown>;

/** Browsers offer passkeys to secure pages only. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** Lets the browser make a passkey. */
export const createPasskey = ({ options: optionsJSON }: NewPasskeyOptions): Promise<WebAuthnJson> =>
  perform(optionsJSON.rp.id, async () => ({ ...(await startRegistration({ optionsJSON })) }));

/** Lets the browser sign with a passkey. */
export const signWithPasskey = ({ options: optionsJSON }: PasskeyOptions): Promise<WebAuthnJson> =>
  perform(optionsJSON.rpId, async () => ({ ...(await startAuthentication({ optionsJSON })) }));

async function perform(
  host: string | undefined,
  ceremony: () => Promise<WebAuthnJson>,
): Promise<WebAuthnJson> {
  const t = useMessages('signIn').passkeys;
  if (!supportsPasskeys()) throw new ApiError(0, t.unsupported);
  try {
    return await ceremony();
  } catch (error) {
    throw new ApiError(0, explain(error, host ?? location.hostname));
  }
}

/** Browsers tell little, so that pages do not learn who has passkeys: a timeout is like a cancel (WebAuthn §14.5.1). */
function explain(error: unknown, host: string): string {
  const t = useMessages('signIn').passkeys;
  switch (error instanceof Error && error.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return t.canceled;
    case 'InvalidStateError':
      return t.known;
    case 'SecurityError':
      return t.elsewhere({ host });
    default:
      return t.failed;
  }
}

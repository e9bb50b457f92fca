import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { ApiError } from '../../api/api-error.ts';
import { useMessages } from '../../messages.ts';

/** What the server sends and receives (WebAuthn Level 3 §5.1.8). It checks the content. */
type WebAuthnJson = Record<string, unknown>;

/** Browsers offer passkeys to secure pages only. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** Lets the browser make a passkey, and returns it for the server. */
export const createPasskey = (options: WebAuthnJson): Promise<WebAuthnJson> =>
  perform(options, async () => {
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return { ...(await startRegistration({ optionsJSON })) };
  });

/** Lets the browser sign with a passkey, and returns the signature for the server. */
export const usePasskey = (options: WebAuthnJson): Promise<WebAuthnJson> =>
  perform(options, async () => {
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return { ...(await startAuthentication({ optionsJSON })) };
  });

async function perform(options: WebAuthnJson, ceremony: () => Promise<WebAuthnJson>): Promise<WebAuthnJson> {
  const t = useMessages('signIn').passkeys;
  if (!supportsPasskeys()) throw new ApiError(0, t.unsupported);
  try {
    return await ceremony();
  } catch (error) {
    throw new ApiError(0, explain(error, options));
  }
}

/** Browsers tell little, so that pages do not learn who has passkeys: a timeout is like a cancel (WebAuthn §14.5.1). */
function explain(error: unknown, { rpId, rp }: WebAuthnJson): string {
  const t = useMessages('signIn').passkeys;
  switch (error instanceof Error && error.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return t.canceled;
    case 'InvalidStateError':
      return t.known;
    case 'SecurityError':
      return t.elsewhere({ host: String(rpId ?? Object(rp).id) });
    default:
      return t.failed;
  }
}

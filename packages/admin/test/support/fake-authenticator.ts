import type { PageGlobals } from './complete-dom.ts';

export interface FakeAuthenticator {
  /** The challenges of the ceremonies so far. */
  readonly challenges: readonly string[];
  /** As if the person pressed "Cancel", or the browser refused for this reason. */
  readonly refuse: (name: string | undefined) => void;
}

/** Lets the browser of a test have passkeys, whose signatures nobody verifies. */
export function addAuthenticator(page: PageGlobals): FakeAuthenticator {
  const challenges: string[] = [];
  let refusal: string | undefined;
  const perform = async (options?: CredentialCreationOptions & CredentialRequestOptions) => {
    const { challenge } = options?.publicKey ?? {};
    challenges.push(new TextDecoder().decode(challenge as ArrayBuffer));
    if (refusal !== undefined) throw Object.assign(new page.Error('refused'), { name: refusal });
    const bytes = new TextEncoder().encode('made').buffer;
    return {
      id: 'bWFkZQ',
      rawId: bytes,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      getClientExtensionResults: () => ({}),
      response: {
        clientDataJSON: bytes,
        attestationObject: bytes,
        authenticatorData: bytes,
        signature: bytes,
        userHandle: null,
        getTransports: () => ['internal'],
      },
    };
  };
  Object.assign(page, { PublicKeyCredential: class {} });
  Object.defineProperty(page.navigator, 'credentials', { value: { create: perform, get: perform } });
  return {
    challenges,
    refuse: (name) => {
      refusal = name;
    },
  };
}

const encoded = (text: string) => Buffer.from(text).toString('base64url');

/** Options as the server sends them. */
export const passkeyOptions = (challenge: string) => ({
  options: { challenge: encoded(challenge), rpId: 'inlay.test' },
});

export const newPasskeyOptions = (challenge: string) => ({
  options: {
    challenge: encoded(challenge),
    rp: { id: 'inlay.test', name: 'Acme' },
    user: { id: encoded('admin'), name: 'admin', displayName: 'admin' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  },
});

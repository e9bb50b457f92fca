import type { BrowserContext, CDPSession, Page } from 'playwright-core';

export const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** A device with passkeys, whose owner agrees to everything. */
export async function addVirtualAuthenticator(context: BrowserContext, page: Page): Promise<CDPSession> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
  return devtools;
}

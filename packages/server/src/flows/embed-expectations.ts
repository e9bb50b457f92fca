import type { EmbedSettings } from '../auth/embed-settings.ts';
import type { Expectations } from '../auth/jwt-bearer/assertion-checks.ts';

/** What an assertion for this tenant must say, now. */
export function expectationsOf(
  { identifiers, clientId, replayProtection }: EmbedSettings,
  now: number,
): Expectations {
  const { issuer, audiences } = identifiers;
  return { issuer, audiences, subject: clientId, replayProtection, now };
}

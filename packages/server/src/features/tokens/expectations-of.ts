import type { Expectations } from './assertion-checks.ts';
import type { EmbedSettings } from './embed-settings.ts';

/** What an assertion for this tenant must say, now. */
export function expectationsOf(
  {
    identifiers,
    clientId,
    replayProtection,
  }: Pick<EmbedSettings, 'identifiers' | 'clientId' | 'replayProtection'>,
  now: number,
): Expectations {
  const { issuer, audiences } = identifiers;
  return { issuer, audiences, subject: clientId, replayProtection, now };
}

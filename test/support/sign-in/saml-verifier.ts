import assert from 'node:assert/strict';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { ProviderFault } from '@inlay/server/features/identity-providers/accounts/provider-fault';
import type { Expected, SamlAssertion } from '@inlay/server/features/identity-providers/saml/saml-assertion';
import {
  createSamlSignatures,
  type SamlSignatures,
} from '@inlay/server/features/identity-providers/saml/saml-signatures';
import { verifyResponse } from '@inlay/server/features/identity-providers/saml/verify-response';
import { type FakeTime, fakeTime } from '../time/fake-time.ts';
import { type ForgedSaml, forgedSaml, type SamlResponse } from './saml-responses.ts';

type Overrides = Partial<SamlResponse>;

/** A provider, and this server as the application that verifies its responses. Time stands still. */
export interface SamlVerifier {
  readonly provider: ForgedSaml;
  readonly time: FakeTime;
  readonly samlSignatures: SamlSignatures;
  readonly expected: Expected;
  respond(overrides?: Overrides): string;
  verify(response: string, expected?: Partial<Expected>): Promise<SamlAssertion>;
  accepts(overrides: Overrides, expected?: Partial<Expected>): Promise<SamlAssertion>;
  /** That the response is refused, for this reason and no other. */
  refuses(overrides: Overrides, reason: RegExp, expected?: Partial<Expected>): Promise<ProviderFault>;
  refusesPosted(response: string, reason: RegExp, expected?: Partial<Expected>): Promise<ProviderFault>;
  close(): Promise<void>;
}

const REQUEST = {
  requestId: '_request',
  acsUrl: 'https://company.inlay.test/saml/acs',
  spEntityId: 'https://company.inlay.test/saml',
};

export function samlVerifier(): SamlVerifier {
  const provider = forgedSaml();
  const time = fakeTime(Date.now());
  const samlSignatures = createSamlSignatures(time);
  const expected = {
    ...REQUEST,
    tenantId: 'company' as TenantId,
    entityId: provider.entityId,
    certificates: [provider.certificate],
  };
  const respond: SamlVerifier['respond'] = (overrides) =>
    provider.respond({ ...REQUEST, now: time.now(), ...overrides });
  const verify: SamlVerifier['verify'] = (response, other) =>
    verifyResponse({ time, samlSignatures }, { ...expected, ...other }, response);
  const refusesPosted: SamlVerifier['refusesPosted'] = async (response, reason, other) => {
    const fault = await verify(response, other).then(
      ({ subject }) => assert.fail(`it was accepted, for ${subject}`),
      (error: unknown) => error,
    );
    assert.ok(fault instanceof ProviderFault, String(fault));
    assert.match(fault.message, reason);
    return fault;
  };
  return {
    provider,
    time,
    samlSignatures,
    expected,
    respond,
    verify,
    accepts: (overrides, other) => verify(respond(overrides), other),
    refuses: (overrides, reason, other) => refusesPosted(respond(overrides), reason, other),
    refusesPosted,
    close: () => samlSignatures.close(),
  };
}

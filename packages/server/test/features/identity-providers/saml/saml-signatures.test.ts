import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { createSamlSignatures } from '@inlay/server/features/identity-providers/saml/saml-signatures';
import { verifyResponse } from '@inlay/server/features/identity-providers/saml/verify-response';
import { systemTime } from '@inlay/server/platform/time/time';
import { fromBase64 } from '../../../../../../test/support/sign-in/saml-responses.ts';
import { samlVerifier } from '../../../../../../test/support/sign-in/saml-verifier.ts';
import { fakeTime } from '../../../../../../test/support/time/fake-time.ts';

const verifier = samlVerifier();
after(() => verifier.close());
const { expected, respond } = verifier;
const RESPONSE = respond();

describe('verification of SAML signatures', () => {
  it('is refused after 20 seconds, and the next one works', async () => {
    const time = fakeTime();
    const samlSignatures = createSamlSignatures(time);
    const late = assert.rejects(verifyResponse({ time, samlSignatures }, expected, respond()), {
      check: 'response',
      code: 'unavailable',
      message: /could not be verified within the time/,
    });
    await time.untilWaiting();
    await time.advance(20_000);
    await late;
    assert.equal((await verifyResponse({ time, samlSignatures }, expected, respond())).subject, 'person-1');
    await samlSignatures.close();
  });

  it('is refused if its thread fails, and the next one works', async () => {
    const { time, samlSignatures } = verifier;
    // A task of another shape stands for whatever makes the thread throw.
    const broken = samlSignatures.run({ ...TASK, certificates: undefined as unknown as string[] });
    await assert.rejects(broken, { code: 'unavailable' });
    assert.equal((await verifyResponse({ time, samlSignatures }, expected, respond())).subject, 'person-1');
  });

  it('counts for the assertion of the response only', async () => {
    const { time } = verifier;
    const assertion = fromBase64(RESPONSE).replace(/.*(<saml:Assertion .*<\/saml:Assertion>).*/s, '$1');
    const answering = (text: string) => ({ run: async () => ({ assertion: text }), close: async () => {} });
    const verify = (text: string) =>
      verifyResponse({ time, samlSignatures: answering(text) }, expected, RESPONSE);
    assert.equal((await verify(assertion)).subject, 'person-1');
    for (const other of [
      assertion.replace('_assertion', '_other'),
      assertion.replaceAll('saml:Assertion', 'saml:Advice'),
    ])
      await assert.rejects(verify(other), {
        message: /covers a different assertion from the one in the response/,
      });
    await assert.rejects(verify(assertion.replace('person', '<!---->')), {
      message: /it contains a comment/,
    });
  });

  it('ends with the server', async () => {
    const samlSignatures = createSamlSignatures(systemTime);
    const running = verifyResponse({ time: systemTime, samlSignatures }, expected, respond());
    const refused = assert.rejects(running, { check: 'response', code: 'unavailable' });
    await samlSignatures.close();
    await refused;
  });

  it('has a bounded queue, which one tenant cannot fill', async () => {
    const time = fakeTime();
    const samlSignatures = createSamlSignatures(time);
    const refused: string[] = [];
    const verify = (tenantId: string, entityId: string) =>
      verifyResponse(
        { time, samlSignatures },
        { ...expected, tenantId: tenantId as TenantId, entityId },
        RESPONSE,
      ).catch(({ message }) => refused.push(`${tenantId}: ${message}`));
    // Of as many providers as it likes.
    for (let count = 0; count < 60; count += 1) verify('one', `https://provider-${count}.test`);
    verify('another', expected.entityId);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(
      refused,
      Array(10).fill('one: The server is too busy to verify the signature. Try again.'),
    );
    await samlSignatures.close();
  });
});

const TASK = { xml: '<x/>', isResponseSigned: true, isAssertionSigned: false };

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NewTotp, RecoveryCodes } from '@inlay/protocol/second-factor';
import type { User } from '@inlay/protocol/user';
import { logInAs } from '../../../support/http/api-client.ts';
import { useMailInlay } from '../../../support/mail/use-mail-inlay.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { codeAt, signInPage } from '../../../support/sign-in/sign-in-page.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`notices about second factors on ${engine}`, () => {
    const inlay = useMailInlay(makeStore);

    it('tell the owner of an account what was added, used and removed, without secrets', async () => {
      const email = 'ann@example.test';
      const person = { username: 'ann', password: 'password of ann' };
      const admin = await inlay.adminToken();
      const created = await inlay.call<User>('/api/v0/users', { token: admin, body: { ...person, email } });
      const token = await logInAs(inlay.running.url, person);
      const { body: totp } = await inlay.call<NewTotp>('/api/v0/me/totp', { method: 'POST', token });
      const { body: codes } = await inlay.call<RecoveryCodes>('/api/v0/me/totp/confirm', {
        token,
        body: { code: codeAt(totp.secret, inlay.time.now()) },
      });
      const added = await inlay.mailTo(email, 1);

      const page = signInPage(inlay);
      await page.enterPassword(person);
      const [recoveryCode = ''] = codes.recoveryCodes;
      assert.equal((await page.post('/admin/session/second-factor', { recoveryCode })).status, 200);
      const used = await inlay.mailTo(email, 2);

      const url = `/api/v0/users/${created.body.id}/second-factors`;
      assert.equal((await inlay.call(url, { method: 'DELETE', token: admin })).status, 204);
      const removed = await inlay.mailTo(email, 3);

      const subjects = [added, used, removed].map(({ email: { subject } }) => subject);
      assert.equal(new Set(subjects).size, 3, String(subjects));
      const text = [added, used, removed].map(({ raw }) => raw).join();
      for (const secret of [totp.secret, ...codes.recoveryCodes]) assert.ok(!text.includes(secret));
    });
  });
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import { runCommand } from '../../../../../test/support/server/run-command.ts';
import { STORES } from '../../../../../test/support/server/start-inlay.ts';
import { useInlay } from '../../../../../test/support/server/use-inlay.ts';
import { newPersonWithTotp } from '../../../../../test/support/sign-in/use-factors.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`inlay user reset-second-factor on ${engine}, beside a server`, () => {
    const inlay = useInlay(makeStore);
    const reset = (username: string) =>
      runCommand(['user', 'reset-second-factor', username], inlay.running.env);

    it('lets an owner who lost the phone sign in with the password again', async () => {
      const owner = await newPersonWithTotp(inlay, { adminRole: 'owner' });
      const { username, password, token } = owner;
      assert.equal((await inlay.login(username, password)).status, 401);
      const { code, stdout } = await reset(username);
      assert.equal(code, 0);
      assert.equal(
        stdout,
        `Removed the second factors of '${username}'.\nThe user was logged out everywhere.\n`,
      );
      assert.equal((await inlay.call('/api/v0/me', { token })).status, 401);
      assert.equal((await inlay.login(username, password)).status, 200);
      const { body } = await inlay.call<{ data: readonly AuditEvent[] }>(
        '/api/v0/audit-events?action=second-factor.remove',
        { token: await inlay.adminToken() },
      );
      assert.deepEqual(
        body.data.map(({ actor, target, details }) => ({ actor, target, details })),
        [{ actor: null, target: username, details: { factor: 'all' } }],
      );
    });

    it('names a user who does not exist', async () => {
      const { code, stderr } = await reset('nobody');
      assert.deepEqual(
        { code, stderr },
        { code: 1, stderr: "User 'nobody' does not exist in tenant 'demo'.\n" },
      );
    });
  });
}

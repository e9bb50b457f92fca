import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCommand } from '../../../../test/support/server/run-command.ts';

const database = { INLAY_DATABASE_URL: 'postgres://ann@localhost/inlay' };

describe('inlay restore', () => {
  const wrong = {
    'no master key': database,
    'a short master key': { ...database, INLAY_MASTER_KEY: 'c2hvcnQ=' },
    'a damaged key file': { INLAY_MASTER_KEY_FILE: import.meta.filename },
  };
  for (const [what, env] of Object.entries(wrong))
    it(`asks for the original key and never for a new one, with ${what}`, async () => {
      const { code, stderr } = await runCommand(['restore', 'backup.tar.gz'], env);
      assert.equal(code, 1);
      assert.match(stderr, /^INLAY_MASTER_KEY\w* .+ Use the master key of the store that was backed up: /);
      assert.doesNotMatch(stderr, /generate|openssl|new/i);
    });

  it('leaves the advice for new stores to other commands', async () => {
    const { stderr } = await runCommand(['tenant', 'list'], database);
    assert.match(
      stderr,
      /For a new store, generate one with `openssl rand -base64 32`; otherwise use the original key\.\n$/,
    );
  });
});

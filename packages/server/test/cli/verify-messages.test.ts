import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CANNOT_VERIFY, COULD_NOT_PROVE, LEAKS, NOTHING_TO_PROVE } from '../../src/cli/verify/messages.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const guide = readFileSync(join(root, 'docs', 'guide', 'verify.md'), 'utf8');
const sections = {
  Leak: LEAKS,
  'Could not prove': COULD_NOT_PROVE,
  'Nothing to prove': NOTHING_TO_PROVE,
  'Cannot verify': CANNOT_VERIFY,
};
type Message = (...parts: readonly string[]) => string;

/** The rows of a table of the guide: a message, and what to do. */
function rowsOf(title: string): readonly (readonly [string, string])[] {
  const section = guide.split(`\n### ${title}\n`)[1]?.split('\n#')[0] ?? '';
  return [...section.matchAll(/^\| `(.+?)` \| (.+) \|$/gm)].map(([, message = '', advice = '']) => [
    message,
    advice,
  ]);
}

describe('messages of inlay verify', () => {
  for (const [title, messages] of Object.entries(sections))
    it(`are in the guide with what to do: ${title}`, () => {
      const texts = Object.values<Message>(messages).map((message) =>
        message(...Array.from({ length: message.length }, () => '…')),
      );
      assert.deepEqual(
        rowsOf(title).map(([message]) => message),
        texts,
      );
      for (const [message, advice] of rowsOf(title)) assert.ok(advice.trim().length > 10, message);
    });

  it('are defined in one place', () => {
    const folder = join(root, 'packages', 'server', 'src', 'cli', 'verify');
    for (const file of globSync('**/*.ts', { cwd: folder }).filter((name) => name !== 'messages.ts')) {
      const source = readFileSync(join(folder, file), 'utf8');
      const own =
        /(?:\bmessage(?::| =)|CannotVerify\(|state: '[a-z-]+',\s*summary:)\s*['"`][^'"`\n]* [^\n]*/.exec(
          source,
        );
      assert.equal(own?.[0], undefined, file);
    }
  });
});

import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { confirmReplace } from '../../src/cli/confirm-replace.ts';

function terminal(typed: string | null) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  output.once('data', () => (typed === null ? input.end() : input.write(typed)));
  return { input, output, shown: () => String(output.read() ?? '') };
}

describe('replacing an existing file', () => {
  for (const typed of ['y\n', 'YES\n'])
    it(`is allowed by the answer ${JSON.stringify(typed)} in a terminal`, () =>
      confirmReplace('The file a.csv', undefined, terminal(typed)));

  for (const typed of ['\n', 'n\n', 'yikes\n', null])
    it(`is refused by the answer ${JSON.stringify(typed)} in a terminal`, () =>
      assert.rejects(
        confirmReplace('The file a.csv', undefined, terminal(typed)),
        /^StartError: Nothing was replaced\.$|^Error: Nothing was replaced\.$/,
      ));

  it('needs --replace elsewhere', async () => {
    const { input, output } = terminal('y\n');
    input.isTTY = false;
    await assert.rejects(confirmReplace('The file a.csv', undefined, { input, output }), {
      message: 'The file a.csv already exists. Add --replace to replace it.',
    });
    await confirmReplace('The file a.csv', true, { input, output });
  });
});

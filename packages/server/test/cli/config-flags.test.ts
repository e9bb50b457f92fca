import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { configFlags, withFlags } from '../../src/cli/config-flags.ts';
import { parseOptions } from '../../src/cli/parse-options.ts';

const environmentOf = (...args: string[]) => withFlags({}, parseOptions(args, configFlags).values);

describe('options of inlay serve', () => {
  it('reads --demo without a value as true', () => {
    assert.deepEqual(environmentOf('--demo'), { INLAY_DEMO: 'true' });
    assert.deepEqual(environmentOf('--demo', '--port', '80'), { INLAY_DEMO: 'true', INLAY_PORT: '80' });
    assert.deepEqual(environmentOf('--metrics', '--demo'), { INLAY_METRICS: 'true', INLAY_DEMO: 'true' });
  });

  it('still takes a value', () => {
    assert.deepEqual(environmentOf('--demo', 'false'), { INLAY_DEMO: 'false' });
    assert.deepEqual(environmentOf('--demo=false'), { INLAY_DEMO: 'false' });
  });

  it('requires the value of other options', () => {
    assert.throws(() => environmentOf('--port'), /argument missing/);
  });
});

import { writeSync } from 'node:fs';
import { readConfig } from '../../../src/config.ts';
import { setMeta } from '../../../src/platform/store/meta.ts';
import { openStore } from '../../../src/platform/store/open-store.ts';
import { systemTime } from '../../../src/platform/time/time.ts';

// A process for a test to kill: prints each key once its write is acknowledged, and goes on until then.
const store = await openStore(readConfig(process.env), { time: systemTime });
let next = 0;
const writeOn = async () => {
  for (;;) {
    const key = `acknowledged ${next++}`;
    await store.write((transaction) => setMeta(transaction, key, 'yes'));
    writeSync(1, `${key}\n`);
  }
};
await Promise.all(Array.from({ length: 10 }, writeOn));

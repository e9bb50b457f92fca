import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { root } from '../build/ensure-installed.mjs';
import { resultMark } from './report-test-files.mjs';

/** A test that takes longer is stuck. */
const timeoutMs = 180_000;

/** Runs files in one process, one after the other, and reports each when it is done. */
export async function runBatch(files, options, onFile) {
  const child = spawn(
    process.execPath,
    [
      `--import=${pathToFileURL(join(root, 'scripts', 'testing', 'seed-properties.mjs'))}`,
      `--test-timeout=${timeoutMs}`,
      ...options,
      join(root, 'scripts', 'testing', 'run-test-files.mjs'),
      ...files,
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exit = once(child, 'exit');
  const waiting = new Set(files);
  let printed = '';
  let hasFailed = false;
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith(resultMark)) {
      printed += `${line}\n`;
      continue;
    }
    const result = JSON.parse(line.slice(resultMark.length));
    waiting.delete(result.file);
    hasFailed ||= result.failures.length > 0;
    onFile(result);
  }
  const [code, signal] = await exit;
  if (code === 0 || hasFailed) {
    for (const file of waiting) onFile({ file, passed: 0, failures: [], skipped: [], ms: 0 });
    return;
  }
  const [file = files.at(-1)] = waiting;
  const failure = { name: `the process of ${files.join(' ')} ended with ${code ?? signal}`, text: printed };
  onFile({ file, passed: 0, failures: [failure], skipped: [], ms: 0 });
}

import { inspect } from 'node:util';

export const resultMark = '\u0001';

/** A reporter of `node --test` for the suites of `test-batch.mjs`: one line of JSON for each file that is done. */
export default async function* reportTestFiles(events) {
  const path = [];
  let result = startResult();
  for await (const { type, data } of events) {
    if (type === 'test:start') path[data.nesting] = data.name;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { duration_ms: ms, error, type: kind } = data.details;
    // A suite that fails with one of its tests says nothing more than that test.
    if (type === 'test:fail' && error.failureType !== 'subtestsFailed') {
      const name = path.slice(1, data.nesting).concat(data.nesting === 0 ? [] : data.name);
      result.failures.push({ name: name.join(' › ') || 'loading it', text: inspect(error.cause ?? error) });
    } else if (data.skip !== undefined)
      result.skipped.push(data.skip === true ? 'no reason given' : data.skip);
    else if (type === 'test:pass' && kind === 'test') result.passed += 1;
    if (data.nesting > 0) continue;
    yield `${resultMark}${JSON.stringify({ ...result, file: data.name, ms })}\n`;
    result = startResult();
  }
}

function startResult() {
  return { passed: 0, failures: [], skipped: [] };
}

import { relative } from 'node:path';
import { inspect } from 'node:util';

export const resultMark = '\u0001';

/** A reporter of `node --test` that writes one line of JSON for each test file, as soon as the next one begins. */
export default async function* reportTestFiles(events) {
  const path = [];
  let result;
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error) => {
      result?.failures.push({ name: `${path.join(' › ')} (${event})`, text: inspect(error) });
      console.error(error);
    });
  const line = () => `${resultMark}${JSON.stringify(result)}\n`;
  for await (const { type, data } of events) {
    if (type === 'test:dequeue') path.splice(data.nesting, Infinity, data.name);
    // A support module may declare the suite; the tests in it name their file.
    if (type === 'test:dequeue' && data.file?.includes('.test.')) {
      const file = relative(process.cwd(), data.file);
      if (result && result.file !== file) yield line();
      if (result?.file !== file) result = { file, passed: 0, failures: [], skipped: [], ms: 0 };
    }
    if (!result || (type !== 'test:pass' && type !== 'test:fail')) continue;
    const { duration_ms: ms, error, type: kind } = data.details;
    if (data.nesting === 0) result.ms += ms;
    if (type === 'test:fail') {
      // A suite that fails with one of its tests says nothing more than that test.
      if (error.failureType === 'subtestsFailed') continue;
      const name = path.slice(0, data.nesting).concat(data.name).join(' › ');
      result.failures.push({ name, text: inspect(error.cause ?? error) });
    } else if (data.skip !== undefined)
      result.skipped.push(data.skip === true ? 'no reason given' : data.skip);
    else if (kind === 'test') result.passed += 1;
  }
  if (result) yield line();
}

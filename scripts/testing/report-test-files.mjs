import { relative } from 'node:path';
import { inspect } from 'node:util';

export const resultMark = '\u0001';

/** Turns the events of a test run into one line of JSON for each file, written as soon as the next one begins. */
export function reportTestFiles(write) {
  const path = [];
  let result;
  const finish = () => {
    if (result) write(`${resultMark}${JSON.stringify(result)}\n`);
    result = undefined;
  };
  const fail = (name, error) => result?.failures.push({ name, text: inspect(error) });
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error) => {
      fail(`${path.join(' › ')} (${event})`, error);
      console.error(error);
    });
  const add = ({ type, data }) => {
    if (type === 'test:dequeue') path.splice(data.nesting, Infinity, data.name);
    // A support module may declare the suite; the tests in it name their file, also those that a failed hook cancels.
    if (['test:dequeue', 'test:fail'].includes(type) && data.file?.includes('.test.')) {
      const file = relative(process.cwd(), data.file);
      if (result?.file !== file) {
        finish();
        result = { file, passed: 0, failures: [], skipped: [], ms: 0 };
      }
    }
    if (!result || (type !== 'test:pass' && type !== 'test:fail')) return;
    const { duration_ms: ms, error, type: kind } = data.details;
    if (data.nesting === 0) result.ms += ms;
    if (type === 'test:fail') {
      // A suite that fails with one of its tests says nothing more than that test.
      if (error.failureType === 'subtestsFailed') return;
      fail(path.slice(0, data.nesting).concat(data.name).join(' › '), error.cause ?? error);
    } else if (data.skip !== undefined)
      result.skipped.push(data.skip === true ? 'no reason given' : data.skip);
    else if (kind === 'test') result.passed += 1;
  };
  return { add, fail, finish };
}

/** Runs test files one after the other in this process, as `node --test --test-isolation=none` does (ADR 298). */
import asyncHooks from 'node:async_hooks';
import reportTestFiles from './report-test-files.mjs';

const stopTracking = withoutTracking();
// Only now, since it takes the function that makes hooks from the module as it loads.
const { run } = await import('node:test');

run({ files: process.argv.slice(2), isolation: 'none' })
  .once('test:dequeue', stopTracking)
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(reportTestFiles)
  .pipe(process.stdout);

/**
 * While files load, Node's runner has to know which `describe` a test belongs to; for that it tracks every promise. While
 * tests run, it would only find out which of them caused an uncaught error, and the server and Playwright, which run in
 * the same process, would take a fifth longer. `reportTestFiles` names the running test instead.
 */
function withoutTracking() {
  const { createHook } = asyncHooks;
  let tracking;
  asyncHooks.createHook = (callbacks) => {
    asyncHooks.createHook = createHook;
    tracking = createHook(callbacks);
    return tracking;
  };
  return () => tracking?.disable();
}

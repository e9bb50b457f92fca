/** Runs test files one after the other in this process, as `node --test --test-isolation=none` does (ADR 298). */
import asyncHooks from 'node:async_hooks';
import { reportTestFiles } from './report-test-files.mjs';

const stopTracking = withoutTracking();
// Only now, since it takes the function that makes hooks from the module as it loads.
const { run } = await import('node:test');

/** How long a process may take to end after its tests. */
const END_MS = 30_000;

const report = reportTestFiles((line) => process.stdout.write(line));
let waiting = 0;
run({ files: process.argv.slice(2), isolation: 'none' })
  .once('test:dequeue', stopTracking)
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .on('test:enqueue', ({ nesting }) => {
    if (nesting === 0) waiting += 1;
  })
  .on('test:complete', ({ nesting }) => {
    if (nesting === 0) waiting -= 1;
    // Without effect on a process that ends by itself.
    if (waiting === 0) setTimeout(exitIfDone, END_MS).unref();
  })
  .on('data', report.add)
  .on('end', report.finish);

/** A server or a timer that a test has left behind would keep the process, and with it the run, waiting forever. */
function exitIfDone() {
  if (waiting > 0) return;
  report.fail(
    'the process did not end after its tests',
    `Still open: ${process.getActiveResourcesInfo().join(', ')}`,
  );
  report.finish();
  process.exit(1);
}

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

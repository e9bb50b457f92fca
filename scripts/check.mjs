// `npm run check`: format, lint, types, unused code, architecture and documentation, without the tests that run the product.
import { ensureBuilt } from './build/ensure-built.mjs';
import { ensureInstalled } from './build/ensure-installed.mjs';
import { codeChecks, readingTests, runChecks } from './testing/run-checks.mjs';

ensureInstalled();
// Types include the compiled messages, and the packages that customers install.
ensureBuilt(['messages', 'node', 'sdk']);
process.exitCode = (await runChecks([...codeChecks, readingTests])) ? 0 : 1;

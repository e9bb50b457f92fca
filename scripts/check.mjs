// `npm run check`: format, lint, types, unused code, architecture and documentation, without the tests that run the product.
import { ensureInstalled } from './ensure-installed.mjs';
import { runChecks } from './run-checks.mjs';

ensureInstalled();
process.exitCode = (await runChecks()) ? 0 : 1;

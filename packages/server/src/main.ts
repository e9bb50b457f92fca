import { runCommandLine } from './cli/command-line.ts';
import { serve } from './serve.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, { serve });

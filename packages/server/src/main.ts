import { runCommandLine } from './cli/command-line.ts';
import { ignoreClosedOutput } from './cli/ignore-closed-output.ts';

ignoreClosedOutput();
process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  serve: async () => (await import('./serve.ts')).serve,
});

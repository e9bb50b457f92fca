import { runCommandLine } from './cli/command-line.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  serve: async () => (await import('./serve.ts')).serve,
});

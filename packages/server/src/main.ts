import { runCommandLine } from './cli/command-line.ts';

ignoreClosedOutput();
process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  serve: async () => (await import('./serve.ts')).serve,
});

/**
 * Lets a command finish if the reader of its output went away, as in `inlay --help | head -1`: without a listener, the
 * failed write would end the process with a stack trace.
 */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}

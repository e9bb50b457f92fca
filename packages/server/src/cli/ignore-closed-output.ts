/**
 * Lets a command finish if the reader of its output went away, as in `inlay --help | head -1`: without a listener, the
 * failed write would end the process with a stack trace.
 */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}

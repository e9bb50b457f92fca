import { stopSignal } from '../platform/process/stop-signal.ts';
import { INTERRUPTED, print } from './command.ts';
import { type StepProgress, startSteps } from './progress.ts';

export interface Watch extends Pick<StepProgress, 'onProgress'> {
  readonly signal: AbortSignal;
  /** Prints a result, below the line with the progress. */
  say(text: string): void;
}

/** Runs work that keeps nothing if Ctrl-C ends it, and shows its progress. Returns the exit code. */
export async function orInterrupted(work: (watch: Watch) => Promise<void>): Promise<number> {
  const signal = stopSignal();
  const { onProgress, end } = startSteps();
  const say = (text: string) => {
    end();
    print(text);
  };
  try {
    await work({ signal, onProgress, say });
    return 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    end();
    process.stderr.write('Interrupted: nothing was kept.\n');
    return INTERRUPTED;
  } finally {
    end();
  }
}

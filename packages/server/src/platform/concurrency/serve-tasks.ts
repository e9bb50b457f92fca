import { parentPort } from 'node:worker_threads';

export type FinishedTask<Result> = { readonly result: Result } | { readonly error: string };

/** Runs what a `TaskThread` sends. For the file that the thread executes. */
export function serveTasks<Task, Result>(run: (task: Task) => Promise<Result>): void {
  const reply = (finished: FinishedTask<Result>) => parentPort?.postMessage(finished);
  parentPort?.on('message', (task: Task) => {
    run(task).then(
      (result) => reply({ result }),
      (error: Error) => reply({ error: String(error.stack) }),
    );
  });
}

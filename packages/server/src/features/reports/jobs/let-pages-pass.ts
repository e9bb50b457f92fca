import type { Services } from '../../../services.ts';

const PAUSE_MS = 10;
/** On a node that is never idle, reports are late, but sent. */
const MAX_WAIT_MS = 1000;

/** Waits while pages of embeds are being made: viewers wait for them, and nobody for a report. */
export async function letPagesPass(
  { queues, time }: Pick<Services, 'queues' | 'time'>,
  signal: AbortSignal,
): Promise<void> {
  const end = time.monotonic() + MAX_WAIT_MS;
  const isBusy = () => {
    const { running, waiting } = queues.pages.load();
    return running + waiting + queues.rendering.load().waiting > 0;
  };
  while (isBusy() && time.monotonic() < end) await time.sleep(PAUSE_MS, { signal, keepsAlive: false });
}

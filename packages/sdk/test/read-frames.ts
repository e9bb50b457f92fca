import type { Frame, Page } from 'playwright-core';

interface FrameState {
  readonly token: string;
  readonly loadedBy: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly theme?: unknown;
  readonly lang?: unknown;
  readonly width?: unknown;
  readonly features?: unknown;
  readonly step?: unknown;
  readonly dashboard?: unknown;
  readonly dataset?: unknown;
  readonly requests: readonly string[];
  readonly refreshed: number;
}

/** The frames of the page once there are so many that have been started by their host. */
export async function embedFrames(page: Page, count: number): Promise<[Frame, ...Frame[]]> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const frames = page.frames().filter((frame) => frame.url().includes('/embed/'));
    const started = await Promise.all(frames.map(isStarted));
    const [first, ...others] = frames;
    if (first && frames.length === count && started.every(Boolean)) return [first, ...others];
    await page.waitForTimeout(50);
  }
  throw new Error(`There are no ${count} started embeds on ${page.url()}.`);
}

const isStarted = (frame: Frame) =>
  stateOf(frame).then(
    (state) => 'timeZone' in state,
    () => false,
  );

/** Not with a locator: for the first one in a frame, Playwright loads a script that takes longer than the frame. */
export async function stateOf(frame: Frame): Promise<FrameState> {
  return JSON.parse((await frame.evaluate(() => document.querySelector('#state')?.textContent)) || '{}');
}

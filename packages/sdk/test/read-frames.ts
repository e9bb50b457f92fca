import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { eventually } from '../../../test/support/time/eventually.ts';

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
  readonly subscriptions?: unknown;
  readonly dataset?: unknown;
  readonly requests: readonly string[];
  readonly refreshed: number;
}

/** The frames of the page once there are so many that have been started by their host. */
export async function embedFrames(page: Page, count: number): Promise<[Frame, ...Frame[]]> {
  return eventually(async () => {
    const frames = page.frames().filter((frame) => frame.url().includes('/embed/'));
    const started = (await Promise.all(frames.map(isStarted))).filter(Boolean);
    const [first, ...others] = frames;
    const found = `${started.length} of ${frames.length} embeds have started on ${page.url()}, not ${count}`;
    assert.ok(first && frames.length === count && started.length === count, found);
    return [first, ...others];
  });
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

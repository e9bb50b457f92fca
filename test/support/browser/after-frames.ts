import type { Frame, Page } from 'playwright-core';

/** Lets a page draw this many frames: before asserting that something did not happen. */
export async function afterFrames(page: Page, count = 20): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
  }, count);
}

/** Returns a function that waits until the frame has received a message since, and had time to respond. */
export async function watchMessages(frame: Frame): Promise<() => Promise<void>> {
  await frame.evaluate(() => {
    const received = Promise.withResolvers<void>();
    addEventListener('message', () => received.resolve(), { once: true });
    Object.assign(window, { received: received.promise });
  });
  return async () => {
    await frame.evaluate(() => Reflect.get(window, 'received'));
    await afterFrames(frame.page());
  };
}

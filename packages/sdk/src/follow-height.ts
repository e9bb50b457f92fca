const STEADY_AFTER_MS = 1_000;
const MOST_STEPS = 30;

/**
 * Keeps a frame as tall as its content says. Content whose height depends on the frame's would grow for ever;
 * after thirty reports without a pause the height stays as it is until the content comes to rest.
 */
export function followHeight(frame: HTMLElement): (height: number) => void {
  let steps = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;
  return (height) => {
    if (steps++ < MOST_STEPS) frame.style.height = `${Math.ceil(height)}px`;
    clearTimeout(resting);
    resting = setTimeout(() => {
      steps = 0;
    }, STEADY_AFTER_MS);
  };
}

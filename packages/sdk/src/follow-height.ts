const STEADY_AFTER_MS = 1_000;
const MAX_STEPS = 30;

/**
 * Sets the height of a frame to that of its content. Content whose height depends on the frame's would grow forever: after
 * thirty changes without a pause, the height stays until the content settles.
 */
export function followHeight(frame: HTMLElement): (height: number) => void {
  let steps = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;
  return (height) => {
    if (steps++ < MAX_STEPS) frame.style.height = `${Math.ceil(height)}px`;
    clearTimeout(resting);
    resting = setTimeout(() => {
      steps = 0;
    }, STEADY_AFTER_MS);
  };
}

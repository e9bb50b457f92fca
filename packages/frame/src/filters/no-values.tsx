import type { VNode } from 'preact';
import type { FrameTexts } from '../frame-texts.ts';

interface NoValuesProps {
  readonly failed: boolean;
  readonly words: FrameTexts;
}

/** In the place of values that are not there: they are on their way, or did not come. */
export function NoValues({ failed, words }: NoValuesProps): VNode {
  if (failed) return <p class="inlay-panel-note">{words.failedHint}</p>;
  return (
    <div class="inlay-panel-skeleton" role="status" aria-label={words.loading}>
      <i />
      <i />
      <i />
    </div>
  );
}

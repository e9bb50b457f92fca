import type { VNode } from 'preact';
import type { FrameTexts } from '../frame-texts.ts';

interface NoValuesProps {
  readonly failed: boolean;
  readonly messages: FrameTexts;
}

/** Shown while values are loading or if they failed to load. */
export function NoValues({ failed, messages }: NoValuesProps): VNode {
  if (failed) return <p class="inlay-panel-note">{messages.failedHint}</p>;
  return (
    <div class="inlay-panel-skeleton" role="status" aria-label={messages.loading}>
      <i />
      <i />
      <i />
    </div>
  );
}

import type { FrameErrorCode } from '@inlay/protocol/frame-messages';
import type { VNode } from 'preact';
import type { FrameWords } from '../words/frame-words.ts';

interface TileFailureProps {
  readonly words: FrameWords;
  readonly code: FrameErrorCode;
  readonly onRetry: () => void;
  /** Below what stays on show, instead of in its place. */
  readonly kept?: boolean;
}

/** What happened and what to do. */
export function TileFailure({ words, code, onRetry, kept }: TileFailureProps): VNode {
  return (
    <div class="inlay-failure" role="status">
      {!kept && <strong>{words.failed}</strong>}
      <span>{code === 'UNREACHABLE' ? words.offline : words.failedHint}</span>
      <button type="button" class="ui-button" onClick={onRetry}>
        {words.retry}
      </button>
    </div>
  );
}

import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';

interface BlockedNoticeProps {
  /** What the server said. */
  readonly message: string | undefined;
  readonly seconds: number;
}

/** After too many wrong passwords: when to try again. */
export function BlockedNotice({ message, seconds }: BlockedNoticeProps): VNode {
  return (
    <Notice tone="warning" title="Too many attempts">
      {message} You can try again in{' '}
      <strong class="figures" role="timer">
        {seconds} s
      </strong>
      .
    </Notice>
  );
}

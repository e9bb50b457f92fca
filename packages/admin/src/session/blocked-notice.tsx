import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useMessages } from '../messages.ts';
import { Rich } from '../parts/text/rich.tsx';
import { countdownText } from './use-countdown.ts';

interface BlockedNoticeProps {
  /** The server's response. */
  readonly message: string | undefined;
  readonly seconds: number;
}

/** After too many wrong passwords: when to try again. */
export function BlockedNotice({ message, seconds }: BlockedNoticeProps): VNode {
  const t = useMessages('admin').signIn;
  const time = (
    <strong class="ui-figures" role="timer">
      {countdownText(seconds)}
    </strong>
  );
  return (
    <Notice tone="warning" title={t.blockedTitle}>
      <Rich text={t.blocked} parts={{ message, time }} />
    </Notice>
  );
}

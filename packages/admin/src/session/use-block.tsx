import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ApiError } from '../api/api-error.ts';
import { useMessages } from '../messages.ts';
import { Rich } from '../parts/text/rich.tsx';

/** Counts down while the server refuses attempts because too many were wrong. */
export function useBlock() {
  const t = useMessages('admin').signIn;
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (until <= Date.now()) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [until]);
  const seconds = Math.ceil((until - now) / 1000);
  const isOn = seconds > 0;
  // A block of an hour is counted in minutes.
  const time = seconds > 90 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`;
  return {
    isOn,
    /** Takes why an attempt was refused, and nothing before the next attempt. */
    note: (refused?: ApiError) => {
      setNow(Date.now());
      setUntil(refused?.status === 429 ? Date.now() + (refused.retryAfter || 60) * 1000 : 0);
    },
    /** What a button says, or how long it has to wait. */
    label: (action: string) => (isOn ? t.wait({ time }) : action),
    /** The refusal; after a block has passed, nothing. */
    notice: (message: string | undefined): VNode | null => {
      if (!isOn) return message && until === 0 ? <Notice tone="bad">{message}</Notice> : null;
      const timer = (
        <strong class="ui-figures" role="timer">
          {time}
        </strong>
      );
      return (
        <Notice tone="warning" title={t.blockedTitle}>
          <Rich text={t.blocked} parts={{ message, time: timer }} />
        </Notice>
      );
    },
  };
}

import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { useTask } from '../../parts/form/use-task.ts';
import { BlockedNotice } from '../blocked-notice.tsx';
import { countdownText, useCountdown } from '../use-countdown.ts';
import { type PasskeyOptions, usePasskey } from './passkeys.ts';
import type { Post } from './post.ts';

interface PasskeyButtonProps {
  readonly label: string;
  readonly optionsUrl: string;
  readonly url: string;
  readonly post: Post;
  /** It is the only thing to do, so it has the focus. */
  readonly isFirst?: boolean;
  readonly onDone: () => Promise<void>;
}

/** Lets the browser use a passkey, and says why it did not work. */
export function PasskeyButton(props: PasskeyButtonProps): VNode {
  const { label, optionsUrl, url, post, isFirst, onDone } = props;
  const { wait } = useMessages('admin').signIn;
  const [seconds, count] = useCountdown();
  const { busy, error, run } = useTask();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFirst) box.current?.querySelector('button')?.focus();
  }, []);
  useEffect(() => {
    if (error?.status === 429) count(error.retryAfter || 60);
  }, [error]);
  const sign = () =>
    run(async () => {
      const options = await post<PasskeyOptions>(optionsUrl);
      await post(url, { response: await usePasskey(options) });
      await onDone();
    });
  return (
    <div ref={box} class="ui-stack-tight">
      {seconds > 0 && <BlockedNotice message={error?.message} seconds={seconds} />}
      {error && error.status !== 429 && (
        // What the browser refused is seldom a mistake.
        <Notice tone={error.status === 0 ? 'neutral' : 'bad'}>{error.message}</Notice>
      )}
      <Button
        variant={isFirst ? 'primary' : 'secondary'}
        busy={busy}
        disabled={seconds > 0}
        wide
        onClick={() => void sign()}
      >
        {seconds > 0 ? wait({ time: countdownText(seconds) }) : label}
      </Button>
    </div>
  );
}

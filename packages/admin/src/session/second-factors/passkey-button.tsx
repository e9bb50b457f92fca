import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useTask } from '../../parts/form/use-task.ts';
import { useBlock } from '../use-block.tsx';
import { type PasskeyOptions, signWithPasskey } from './passkeys.ts';
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
  const block = useBlock();
  const { busy, error, run } = useTask();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFirst) box.current?.querySelector('button')?.focus();
  }, []);
  useEffect(() => {
    block.note(error);
  }, [error]);
  const sign = () =>
    run(async () => {
      const options = await post<PasskeyOptions>(optionsUrl);
      await post(url, { response: await signWithPasskey(options) });
      await onDone();
    });
  return (
    <div ref={box} class="ui-stack-tight">
      {error?.status === 0 ? (
        // What the browser refused is seldom a mistake.
        <Notice tone="neutral">{error.message}</Notice>
      ) : (
        block.notice(error?.message)
      )}
      <Button
        variant={isFirst ? 'primary' : 'secondary'}
        busy={busy}
        disabled={block.isOn}
        wide
        onClick={() => void sign()}
      >
        {block.label(label)}
      </Button>
    </div>
  );
}

import { Icon } from '@inlay/ui/icon';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { say } from './toasts.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** The name of the copied value for screen readers: "Client id". */
  readonly what: string;
  /** The one thing to do here. */
  readonly main?: boolean;
  readonly onCopied?: () => void;
}

export function CopyButton({ text, what, main, onCopied }: CopyButtonProps): VNode {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return say('The browser does not let this page copy. Select the text and copy it by hand.', 'bad');
    }
    setCopied(true);
    onCopied?.();
    setTimeout(() => setCopied(false), 1600);
  };
  return (
    <button
      type="button"
      class={`button ${main ? 'button-main' : 'button-quiet'} copy`}
      aria-label={`Copy: ${what}`}
      onClick={copy}
    >
      {copied ? <Icon name="check" /> : <CopyIcon />}
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </button>
  );
}

function CopyIcon(): VNode {
  return (
    <svg
      class="ui-icon"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      aria-hidden="true"
    >
      <path d="M5.5 5.5h7v8h-7zM3.5 10.5v-8h7" />
    </svg>
  );
}

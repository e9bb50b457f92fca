import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { showToast } from '../overlays/toast.tsx';
import { useAppTexts } from '../ui-texts.ts';
import { Icon } from './icon.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** The name of the copied value for screen readers: "Client id". */
  readonly name: string;
  readonly variant?: 'primary' | 'ghost';
  readonly onCopied?: () => void;
}

export function CopyButton({ text, name, variant = 'ghost', onCopied }: CopyButtonProps): VNode {
  const { kit: texts } = useAppTexts();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return showToast(texts.copyFailed, 'bad');
    }
    setCopied(true);
    onCopied?.();
    setTimeout(() => setCopied(false), 1600);
  };
  return (
    <button
      type="button"
      class={`ui-button ui-button-${variant} ui-copy`}
      aria-label={texts.copyNamed({ name })}
      onClick={copy}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      <span aria-live="polite">{copied ? texts.copied : texts.copy}</span>
    </button>
  );
}

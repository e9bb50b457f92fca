import { CopyButton } from '@inlay/ui/controls/copy-button';
import { useUnsaved } from '@inlay/ui/form/use-unsaved';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { Rich } from '../../parts/text/rich.tsx';

interface SecretShownProps {
  readonly title: string;
  readonly secret: string;
  /** The environment variable that the guide suggests. */
  readonly variable: string;
}

/** A secret that is shown once: it lives in the component that renders this only. */
export function SecretShown({ title, secret, variable }: SecretShownProps): VNode {
  const t = useMessages('reportAdmin').secret;
  const [copied, setCopied] = useState(false);
  useUnsaved(!copied, t.notCopied);
  return (
    <section class="secret" aria-live="polite">
      <strong>{title}</strong>
      <div class="secret-line">
        <output aria-label={t.name}>{secret}</output>
        <CopyButton text={secret} name={t.name} variant="primary" onCopied={() => setCopied(true)} />
      </div>
      <p class="ui-small">
        <Rich text={t.hint} parts={{ variable: <code>{variable}</code> }} />
      </p>
    </section>
  );
}

import type { CreatedApiKey } from '@inlay/protocol/api-key';
import { CopyButton } from '@inlay/ui/controls/copy-button';
import { useUnsaved } from '@inlay/ui/form/use-unsaved';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';

/** A new key, shown once: it lives in this component only. */
export function IssuedKey({ issued }: { readonly issued: CreatedApiKey }): VNode {
  const t = useMessages('tenant').apiKeys;
  const [copied, setCopied] = useState(false);
  useUnsaved(!copied, t.notCopied);
  return (
    <section class="secret" aria-live="polite">
      <strong>{t.copyNow({ name: issued.name })}</strong>
      <div class="secret-line">
        <output aria-label={t.key}>{issued.key}</output>
        <CopyButton text={issued.key} name={t.key} variant="primary" onCopied={() => setCopied(true)} />
      </div>
      <p class="ui-small">{t.howToSend}</p>
    </section>
  );
}

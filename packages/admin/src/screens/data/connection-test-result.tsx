import type { ConnectionTest } from '@inlay/protocol/connection';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

interface ConnectionTestResultProps {
  readonly result: ConnectionTest;
  readonly isSaved: boolean;
}

export function ConnectionTestResult({ result, isSaved }: ConnectionTestResultProps): VNode {
  const t = useMessages('data').connectionTest;
  if (result.ok)
    return (
      <Notice tone="good" title={t.ok}>
        {isSaved ? t.okHint : t.okUnsaved}
      </Notice>
    );
  return (
    <Notice tone="bad" title={result.message}>
      {result.detail ? <p class="ui-small ui-mono">{result.detail}</p> : isSaved && t.failedHint}
    </Notice>
  );
}

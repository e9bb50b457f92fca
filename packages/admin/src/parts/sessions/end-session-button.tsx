import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.ts';
import { useMessages } from '../../messages.ts';

interface EndSessionButtonProps {
  readonly label: string;
  readonly onEnd: () => Promise<void>;
}

/** Without a question: whoever is signed out by mistake signs in again. */
export function EndSessionButton({ label, onEnd }: EndSessionButtonProps): VNode {
  const t = useMessages('access').sessions;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const end = async () => {
    setBusy(true);
    setProblem(undefined);
    await onEnd().catch((error: unknown) => setProblem(asApiError(error).message));
    setBusy(false);
  };
  return (
    <div class="ui-stack-tight">
      <Button label={label} busy={isBusy} onClick={() => void end()}>
        {t.end}
      </Button>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </div>
  );
}

import type { EmbedExplanation } from '@inlay/protocol/explanation';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import type { ShownApp } from '../../api/content.ts';
import { asApiError, useAnswer } from '../../api/use-answer.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { HiddenParts } from '../embeds/hidden-parts.tsx';
import { firstViewer } from '../embeds/preview-context.ts';
import { useSampleAttributes } from '../embeds/use-sample-attributes.ts';
import { ViewerForm } from '../embeds/viewer-form.tsx';

/** The user as whom an editor shows what is being made; none: all rows, whatever the rules. */
export interface PreviewAs {
  readonly context: object | undefined;
  readonly button: VNode;
  readonly dialog: VNode | null;
  readonly choose: () => void;
  readonly stop: () => void;
}

export function usePreviewAs(appId: string): PreviewAs {
  const [context, setContext] = useState<object>();
  const [isOpen, setOpen] = useState(false);
  const choose = () => setOpen(true);
  const show = (next: object) => {
    setContext(next);
    setOpen(false);
  };
  return {
    context,
    choose,
    stop: () => setContext(undefined),
    button: <Button onPress={choose}>Preview as a user</Button>,
    dialog: isOpen ? (
      <Dialog title="Preview as a user" side onClose={() => setOpen(false)}>
        <p class="muted">
          The preview then shows what a user with this context would get of it, saved or not. Each look is
          recorded in the audit.
        </p>
        <WhoLooks appId={appId} onShow={show} />
      </Dialog>
    ) : null,
  };
}

function WhoLooks({
  appId,
  onShow,
}: {
  readonly appId: string;
  readonly onShow: (context: object) => void;
}): VNode {
  const { data: app } = useAnswer<ShownApp>(`apps/${encodeURIComponent(appId)}`);
  const attributes = useSampleAttributes(appId);
  if (!app || !attributes) return <Skeleton lines={5} />;
  return (
    <ViewerForm appId={appId} first={firstViewer(app.workspaceId, attributes)} busy={false} onShow={onShow} />
  );
}

interface SeenAsProps {
  readonly appId: string;
  readonly as: PreviewAs;
  readonly kind: 'tile' | 'story';
  /** As it would be saved; nothing while it cannot be. */
  readonly content: object | undefined;
}

/** As whom the preview is shown, and what that user does not see and why. */
export function SeenAs({ appId, as, kind, content }: SeenAsProps): VNode | null {
  const { context, choose, stop } = as;
  const [answer, setAnswer] = useState<{ explanation?: EmbedExplanation; problem?: string }>({});
  const asked = JSON.stringify([context, content]);
  useEffect(() => {
    if (!context || !content) return undefined;
    let wanted = true;
    const tell = (next: typeof answer) => wanted && setAnswer(next);
    // What is being typed is asked about when the typing rests.
    const timer = setTimeout(() => {
      ask<EmbedExplanation>('POST', `apps/${encodeURIComponent(appId)}/explain`, {
        context,
        kind,
        content,
      }).then(
        (explanation) => tell({ explanation }),
        (error: unknown) => tell({ problem: asApiError(error).message }),
      );
    }, 400);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [asked, appId, kind]);
  if (!context) return null;
  const { username } = context as { readonly username?: string };
  return (
    <div class="seen-as stack-tight">
      <div class="seen-as-bar" role="status">
        <span>
          Shown as <strong>{username || 'this user'}</strong>
        </span>
        <span class="row">
          <Button onPress={choose}>Change</Button>
          <Button onPress={stop}>Show all rows again</Button>
        </span>
      </div>
      {answer.problem && <Notice tone="bad">{answer.problem}</Notice>}
      {answer.explanation && <HiddenParts explanation={answer.explanation} />}
    </div>
  );
}

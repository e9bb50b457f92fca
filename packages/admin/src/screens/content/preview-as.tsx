import type { EmbedExplanation, SampleContext } from '@inlay/protocol/explanation';
import { Button } from '@inlay/ui/button';
import { Dialog } from '@inlay/ui/dialog';
import { Notice } from '@inlay/ui/notice';
import { Skeleton } from '@inlay/ui/skeleton';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { asApiError, useAnswer } from '../../api/use-answer.ts';
import { Trouble } from '../../parts/trouble.tsx';
import { HiddenParts } from '../embeds/hidden-parts.tsx';
import { firstViewer } from '../embeds/preview-context.ts';
import { ViewerForm } from '../embeds/viewer-form.tsx';

/** The user an editor previews as; without one, all rows regardless of rules. */
export interface PreviewAs {
  readonly context: object | undefined;
  /** Why this user does not see the whole, or the part with this id; nothing where they do. */
  readonly hides: (partId?: string) => string | undefined;
  /** The explanation for the current user; absent while the draft is invalid and cannot be evaluated. */
  readonly explained: (told: Told) => void;
  readonly told: Told;
  readonly button: VNode;
  readonly dialog: VNode | null;
  readonly choose: () => void;
  readonly stop: () => void;
}

interface Told {
  readonly explanation?: EmbedExplanation;
  readonly problem?: string;
  /** Nothing was asked, so that nothing is held back either. */
  readonly unasked?: boolean;
}

const NOTHING: Told = {};

export function usePreviewAs(appId: string): PreviewAs {
  const [context, setContext] = useState<object>();
  // With the user it is about: the word on a former one is none on this one.
  const [last, setLast] = useState<{ readonly about: object | undefined; readonly told: Told }>();
  const told = last && last.about === context ? last.told : NOTHING;
  const [isOpen, setOpen] = useState(false);
  const choose = () => setOpen(true);
  const show = (next: object) => {
    setContext(next);
    setOpen(false);
  };
  return {
    context,
    hides: (partId) => (context && !told.unasked ? reasonFor(told.explanation, partId) : undefined),
    explained: (next) => setLast({ about: context, told: next }),
    told,
    choose,
    stop: () => setContext(undefined),
    button: <Button onClick={choose}>Preview as a user</Button>,
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

/** What a viewer is not shown must not be shown here either: a preview is exactly what they see. */
function reasonFor(explanation: EmbedExplanation | undefined, partId?: string): string | undefined {
  if (!explanation) return NOT_KNOWN;
  const { visible, checks, parts } = explanation;
  if (partId === undefined) return visible ? undefined : checks.find(({ ok }) => !ok)?.reason;
  return parts.find((part) => part.id === partId && !part.visible)?.reason;
}

const NOT_KNOWN = 'It is not known yet whether this user sees it.';

function WhoLooks({
  appId,
  onShow,
}: {
  readonly appId: string;
  readonly onShow: (context: object) => void;
}): VNode {
  const path = `apps/${encodeURIComponent(appId)}/sample-context`;
  const { data: sample, error, reload } = useAnswer<SampleContext>(path);
  if (error) return <Trouble error={error} onRetry={reload} />;
  if (!sample) return <Skeleton lines={5} />;
  return <ViewerForm appId={appId} first={firstViewer(sample)} busy={false} onShow={onShow} />;
}

/** Stands in a preview for what the user does not see. */
export function NotSeen({ reason }: { readonly reason: string | undefined }): VNode {
  return (
    <>
      {reason !== NOT_KNOWN && <strong>This user does not see it</strong>}
      <p>{reason}</p>
    </>
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
  const { context, choose, stop, told } = as;
  const asked = JSON.stringify([context, content]);
  useEffect(() => {
    if (!context) return undefined;
    if (!content) {
      if (!told.explanation) as.explained({ unasked: true });
      return undefined;
    }
    if (told.unasked) as.explained({});
    let wanted = true;
    const tell = (next: Told) => wanted && as.explained(next);
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
          <Button onClick={choose}>Change</Button>
          <Button onClick={stop}>Show all rows again</Button>
        </span>
      </div>
      {told.problem && <Notice tone="bad">{told.problem}</Notice>}
      {told.explanation && <HiddenParts explanation={told.explanation} />}
    </div>
  );
}

import type { EmbedExplanation } from '@inlay/protocol/explanation';
import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { asApiError } from '../../api/api-error.ts';
import { sampleOfApp } from '../../api/common-queries.ts';
import type { Schemas } from '../../api/operations.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { Trouble } from '../../parts/page/trouble.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { HiddenParts } from '../embeds/hidden-parts.tsx';
import { firstViewer } from '../embeds/preview-context.ts';
import { ViewerForm } from '../embeds/viewer-form.tsx';

/** The user an editor previews as; without one, all rows regardless of rules. */
export interface PreviewAs {
  readonly appId: string;
  readonly kind: 'tile' | 'story';
  readonly context: Schemas['UserContext'] | undefined;
  /** Why this user does not see the whole, or the part with this id; nothing where they do. */
  readonly hiddenBy: (partId?: string) => string | undefined;
  /** The explanation for the current user; absent while the draft is invalid and cannot be evaluated. */
  readonly explained: (outcome: Outcome) => void;
  readonly outcome: Outcome;
  readonly button: VNode;
  readonly dialog: VNode | null;
  readonly choose: () => void;
  readonly show: (context: Schemas['UserContext']) => void;
  readonly stop: () => void;
}

interface Outcome {
  readonly explanation?: EmbedExplanation;
  readonly problem?: string;
  /** No explanation was requested, so nothing is hidden. */
  readonly isSkipped?: boolean;
}

const NOTHING: Outcome = {};

export function usePreviewAs(kind: PreviewAs['kind'], appId: string): PreviewAs {
  const t = useMessages('content').shared.previewAs;
  const [context, setContext] = useState<Schemas['UserContext']>();
  // An outcome is valid for its own user only.
  const [last, setLast] = useState<{
    readonly about: Schemas['UserContext'] | undefined;
    readonly outcome: Outcome;
  }>();
  const outcome = last && last.about === context ? last.outcome : NOTHING;
  const [isOpen, setOpen] = useState(false);
  const choose = () => setOpen(true);
  const show = (next: Schemas['UserContext']) => {
    setContext(next);
    setOpen(false);
  };
  return {
    appId,
    kind,
    context,
    hiddenBy: (partId) =>
      context && !outcome.isSkipped ? reasonFor(outcome.explanation, partId) : undefined,
    explained: (next) => setLast({ about: context, outcome: next }),
    outcome,
    choose,
    show,
    stop: () => setContext(undefined),
    button: <Button onClick={choose}>{t.action}</Button>,
    dialog: isOpen ? (
      <Dialog title={t.action} side onClose={() => setOpen(false)}>
        <p class="ui-muted">{t.hint}</p>
        <ViewerPicker appId={appId} onShow={show} />
      </Dialog>
    ) : null,
  };
}

/** A preview hides exactly what is hidden from the viewer. */
function reasonFor(explanation: EmbedExplanation | undefined, partId?: string): string | undefined {
  if (!explanation) return NOT_KNOWN;
  const { visible, checks, parts } = explanation;
  if (partId === undefined) return visible ? undefined : checks.find(({ ok }) => !ok)?.reason;
  return parts.find((part) => part.id === partId && !part.visible)?.reason;
}

const NOT_KNOWN = 'unknown';

/** A viewer to choose, beginning with one who sees something. */
export function ViewerPicker({
  appId,
  action,
  onShow,
}: {
  readonly appId: string;
  /** What choosing does, unless it shows the preview. */
  readonly action?: string;
  readonly onShow: (context: Schemas['UserContext']) => void;
}): VNode {
  const { data: sample, error, reload } = useQuery(sampleOfApp(appId));
  if (error) return <Trouble error={error} onRetry={reload} />;
  if (!sample) return <Skeleton lines={5} />;
  return (
    <ViewerForm
      appId={appId}
      first={firstViewer(sample)}
      busy={false}
      {...(action === undefined ? {} : { action })}
      onShow={onShow}
    />
  );
}

/** Replaces content that is hidden from the user. */
export function HiddenContent({ reason }: { readonly reason: string | undefined }): VNode {
  const t = useMessages('content').shared.previewAs;
  return (
    <>
      {reason !== NOT_KNOWN && <strong>{t.hidden}</strong>}
      <p>{reason === NOT_KNOWN ? t.unknown : reason}</p>
    </>
  );
}

interface PreviewAsBarProps {
  readonly as: PreviewAs;
  /** As it would be saved; nothing while it cannot be. */
  readonly content: object | undefined;
}

/** The user of the preview, and what is hidden from them and why. */
export function PreviewAsBar({ as, content }: PreviewAsBarProps): VNode | null {
  const t = useMessages('content').shared.previewAs;
  const { appId, kind, context, choose, stop, outcome } = as;
  const key = JSON.stringify([context, content]);
  useEffect(() => {
    if (!context) return undefined;
    if (!content) {
      if (!outcome.explanation) as.explained({ isSkipped: true });
      return undefined;
    }
    if (outcome.isSkipped) as.explained({});
    let isCurrent = true;
    const report = (next: Outcome) => isCurrent && as.explained(next);
    // Debounce typing.
    const timer = setTimeout(() => {
      api.post('/apps/{id}/explain', { path: { id: appId }, body: { context, kind, content } }).then(
        (explanation) => report({ explanation }),
        (error: unknown) => report({ problem: asApiError(error).message }),
      );
    }, 400);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, appId, kind]);
  if (!context) return null;
  const { username } = context as { readonly username?: string };
  return (
    <div class="preview-as ui-stack-tight">
      <div class="preview-as-bar" role="status">
        <span>
          <Rich text={t.viewingAs} parts={{ user: <strong>{username || t.thisUser}</strong> }} />
        </span>
        <span class="ui-row">
          <Button onClick={choose}>{t.change}</Button>
          <Button onClick={stop}>{t.stop}</Button>
        </span>
      </div>
      {outcome.problem && <Notice tone="bad">{outcome.problem}</Notice>}
      {outcome.explanation && <HiddenParts explanation={outcome.explanation} />}
    </div>
  );
}

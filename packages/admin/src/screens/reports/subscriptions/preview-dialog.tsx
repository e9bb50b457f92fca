import type { MessagePreview, Subscription } from '@inlay/content/subscription';
import { Segments } from '@inlay/ui/controls/segments';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../../api/api.ts';
import { type ApiError, asApiError } from '../../../api/api-error.ts';
import { useMessages } from '../../../messages.ts';
import { Trouble } from '../../../parts/page/trouble.tsx';
import { isDark } from '../../../shell/theme.ts';
import { MessageFrame } from './message-frame.tsx';

interface PreviewDialogProps {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}

/** What the viewer of a subscription would get now. */
export function PreviewDialog({ subscription, onClose }: PreviewDialogProps): VNode {
  const t = useMessages('reportAdmin').preview;
  const { id, title, username, kind, to } = subscription;
  const { preview, error, retry } = usePreview(id);
  return (
    <Dialog title={t.title({ title })} onClose={onClose} wide>
      <div class="ui-muted">
        <p>{t.text({ viewer: username })}</p>
        {kind === 'alert' && <p>{t.alert}</p>}
        {to.kind === 'destination' && <p>{t.asEmail}</p>}
      </div>
      {error && <Trouble error={error} onRetry={retry} />}
      {!preview && !error && <Skeleton lines={8} />}
      {preview && <Message preview={preview} />}
    </Dialog>
  );
}

interface PreviewState {
  readonly preview?: MessagePreview;
  readonly error?: ApiError;
}

/** Each request is in the audit log, so that nothing requests it again but the person. */
function usePreview(id: string): PreviewState & { readonly retry: () => void } {
  const [state, setState] = useState<PreviewState>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    const load = async () => {
      setState({});
      try {
        const preview = await api.post('/subscriptions/{id}/preview', {
          path: { id },
          signal: control.signal,
        });
        if (!control.signal.aborted) setState({ preview });
      } catch (error) {
        if (!control.signal.aborted) setState({ error: asApiError(error) });
      }
    };
    void load();
    return () => control.abort();
  }, [id, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}

type Width = 'wide' | 'narrow';
type Look = 'light' | 'dark';

function Message({ preview: { subject, html } }: { readonly preview: MessagePreview }): VNode {
  const t = useMessages('reportAdmin').preview;
  const [width, setWidth] = useState<Width>('wide');
  const [look, setLook] = useState<Look>(isDark() ? 'dark' : 'light');
  return (
    <>
      <div class="ui-row report-looks">
        <Segments
          label={t.width}
          value={width}
          onChange={setWidth}
          options={[
            { value: 'wide', label: t.widths.wide },
            { value: 'narrow', label: t.widths.narrow },
          ]}
        />
        <Segments
          label={t.look}
          value={look}
          onChange={setLook}
          options={[
            { value: 'light', label: t.looks.light },
            { value: 'dark', label: t.looks.dark },
          ]}
        />
      </div>
      <p dir="auto">{t.subject({ subject })}</p>
      <MessageFrame html={html} title={t.message} isDark={look === 'dark'} isNarrow={width === 'narrow'} />
    </>
  );
}

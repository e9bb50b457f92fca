import type { FrameEvent } from '@inlay/protocol/frame-messages';
import { Button } from '@inlay/ui/controls/button';
import { useUnsaved } from '@inlay/ui/form/use-unsaved';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { RefObject, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { asApiError } from '../../api/api-error.ts';
import { formatLocale, useMessages } from '../../messages.ts';
import { frameName, type SendRequest, showInFrame } from '../embeds/show-in-frame.ts';
import './dashboards.css';

interface LiveDashboardProps {
  readonly appId: string;
  readonly id: string;
  readonly editing: boolean;
  /** Of the saved dashboard: another one is displayed when it changes. Not known while the dashboard is loaded. */
  readonly revision: number | undefined;
  /** Set while the frame is connected. */
  readonly link: RefObject<SendRequest | undefined>;
}

type FrameState = 'loading' | 'visible' | 'ready' | { readonly failure: string };

/** A frame that never connects shows a page of the browser, or nothing. */
const DEADLINE_MS = 30_000;

/** The admin app has its own title, status and actions, and its own lists. */
const features = { dashboards: false, bar: false, create: false, sharing: false, review: false };

/** The dashboard with live data as the signed-in administrator, in the Dashboard Builder of its app (ADR 277). */
export function LiveDashboard({ appId, id, editing, revision, link }: LiveDashboardProps): VNode {
  const t = useMessages('content').dashboards.live;
  const frame = useRef<HTMLIFrameElement>(null);
  const [name] = useState(frameName);
  const [state, setState] = useState<FrameState>('loading');
  const [attempt, setAttempt] = useState(0);
  const [isUnsaved, setUnsaved] = useState(false);
  /** What the frame has been told to display. */
  const displayed = useRef({ editing: false, revision });
  useUnsaved(isUnsaved, t.unsaved);

  useEffect(() => {
    if (!frame.current) return undefined;
    const target = frame.current;
    const fail = (failure: string) => setState({ failure });
    let stop = () => {};
    let isWanted = true;
    setState('loading');
    displayed.current = { editing: false, revision };
    const timer = setTimeout(() => fail(t.timeout), DEADLINE_MS);
    const renew = () => api.post('/apps/{id}/author-token', { path: { id: appId } });
    const hear = (event: FrameEvent) => {
      if (event.event === 'rendered') {
        clearTimeout(timer);
        setState('ready');
      } else if (event.event === 'error' && event.detail.fatal) {
        clearTimeout(timer);
        fail(event.detail.code === 'EMBED_NOT_FOUND' ? t.private : event.detail.message);
      } else if (event.event === 'dashboard-changed') setUnsaved(true);
      else if (event.event === 'dashboard-saved') setUnsaved(false);
    };
    renew().then(
      ({ token, embedId }) => {
        if (!isWanted) return;
        stop = showInFrame(target, {
          embedId,
          token,
          renew: async () => (await renew()).token,
          fields: [
            ['dashboard', id],
            ['height', 'fill'],
            ['lang', formatLocale()],
            ['features', JSON.stringify(features)],
          ],
          onConnect: (request) => {
            link.current = request;
            setState('visible');
          },
          onEvent: hear,
        });
      },
      (error: unknown) => {
        clearTimeout(timer);
        if (isWanted) fail(asApiError(error).message);
      },
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
      stop();
      link.current = undefined;
    };
  }, [appId, id, attempt]);

  useEffect(() => {
    const { current: former } = displayed;
    if (state !== 'ready' || revision === undefined) return;
    displayed.current = { editing, revision };
    const { revision: displayedRevision = revision } = former;
    if (former.editing === editing && displayedRevision === revision) return;
    link
      .current?.('open-dashboard', { dashboardId: id, edit: editing })
      .catch((error: Error) => setState({ failure: error.message }));
  }, [state, editing, revision, id]);

  return (
    <div class="ui-box live-dashboard" aria-busy={state === 'loading'}>
      <iframe
        key={attempt}
        ref={frame}
        name={name}
        title={t.frame}
        referrerPolicy="no-referrer"
        // It has a message of its own.
        hidden={typeof state === 'object'}
      />
      <Cover state={state} onRetry={() => setAttempt((count) => count + 1)} />
    </div>
  );
}

/** What is shown instead of the frame. */
function Cover({
  state,
  onRetry,
}: {
  readonly state: FrameState;
  readonly onRetry: () => void;
}): VNode | null {
  const t = useMessages('content').dashboards.live;
  if (state !== 'loading' && typeof state !== 'object') return null;
  return (
    <div class="live-dashboard-cover">
      {state === 'loading' ? (
        <Skeleton lines={6} />
      ) : (
        <Notice tone="bad" title={t.failed}>
          <p>{state.failure}</p>
          <Button onClick={onRetry}>{t.retry}</Button>
        </Notice>
      )}
    </div>
  );
}

import type { EmbedExplanation } from '@inlay/protocol/explanation';
import type { EmbedFields } from '@inlay/protocol/frame-messages';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { embedQuery } from '../../api/common-queries.ts';
import type { ShownEmbed } from '../../api/content.ts';
import type { Schemas } from '../../api/operations.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { useTask } from '../../parts/form/use-task.ts';
import { adoptStyles } from '../../parts/page/adopt-styles.ts';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { HiddenParts } from './hidden-parts.tsx';
import css from './preview.css?inline';
import { firstViewer, type PreviewViewer, viewerContext } from './preview-context.ts';
import { sampleContext } from './queries.ts';
import { frameName, showInFrame } from './show-in-frame.ts';
import { startingViewer, ViewerForm } from './viewer-form.tsx';

adoptStyles(css);

/** An embed exactly as a user sees it, and why the rest is hidden. */
export function PreviewScreen({ id }: { readonly id: string }): VNode {
  const t = useMessages('embeds').preview;
  const { data: embed, error, reload } = useQuery(embedQuery(id));
  const sample = useQuery(sampleContext(id));
  return (
    <Screen
      wide
      title={embed ? t.title({ title: titleOutline(embed.title) }) : t.screen}
      back={{ to: `/embeds/${encodeURIComponent(id)}`, title: t.back }}
      intro={t.intro}
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!error && sample.error && <Trouble error={sample.error} onRetry={sample.reload} />}
      {!error && !sample.error && !(embed && sample.data) && <Skeleton lines={6} />}
      {embed && sample.data && <Preview key={embed.id} embed={embed} first={firstViewer(sample.data)} />}
    </Screen>
  );
}

interface PreviewProps {
  readonly embed: ShownEmbed;
  readonly first: PreviewViewer;
}

function Preview({ embed, first }: PreviewProps): VNode {
  const t = useMessages('embeds').preview;
  const frame = useRef<HTMLIFrameElement>(null);
  const stop = useRef<() => void>(() => {});
  const [phone, setPhone] = useState(false);
  const [name] = useState(frameName);
  const [explanation, setExplanation] = useState<EmbedExplanation>();
  const [truncated, setTruncated] = useState(false);
  const { busy, error, run } = useTask();
  const isBuilder = embed.target.kind === 'builder';
  const isRefused = explanation !== undefined && refuses(explanation);
  const show = (context: Schemas['UserContext']) =>
    run(async () => {
      // The form describes another user now, so nothing of the previous one may stay.
      setExplanation(undefined);
      setTruncated(false);
      stop.current();
      frame.current?.contentWindow?.location.replace('about:blank');
      const path = { id: embed.id };
      const mint = () => api.post('/embeds/{id}/preview-token', { path, body: { context } });
      const [{ token, truncated: isTruncated }, reasons] = await Promise.all([
        mint(),
        api.post('/embeds/{id}/explain', { path, body: { context } }),
      ]);
      setExplanation(reasons);
      setTruncated(isTruncated);
      if (refuses(reasons)) return;
      const renew = async () => (await mint()).token;
      if (!frame.current) return;
      const fields: EmbedFields = isBuilder ? [['height', 'fill']] : [];
      stop.current = showInFrame(frame.current, { embedId: embed.id, token, renew, fields });
    });
  useEffect(() => {
    void show(viewerContext(startingViewer(embed.appId, first), embed.appId));
    return () => stop.current();
  }, []);
  return (
    <div class={`preview-page ${isBuilder ? 'fills' : ''}`}>
      <div class="ui-stack">
        <ViewerForm appId={embed.appId} first={first} busy={busy} onShow={(context) => void show(context)} />
        {error && <Notice tone="bad">{error.message}</Notice>}
        {truncated && <Notice tone="warning">{t.truncated}</Notice>}
        {explanation && !isRefused && <HiddenParts explanation={explanation} />}
      </div>
      <div class="preview-frame" aria-busy={busy}>
        {explanation && isRefused && <HiddenParts explanation={explanation} />}
        {!isRefused && (
          <div class="ui-row ui-end">
            <Button variant="ghost" onClick={() => setPhone(!phone)}>
              {phone ? t.desktop : t.phone}
            </Button>
          </div>
        )}
        <iframe
          ref={frame}
          name={name}
          title={t.frame({ title: titleOutline(embed.title) })}
          class={phone ? 'phone' : ''}
          hidden={isRefused}
          referrerPolicy="no-referrer"
        />
      </div>
    </div>
  );
}

/** The viewer cannot open the embed. The reasons take the place of the frame, which would only say that it is not available. */
const refuses = ({ checks }: EmbedExplanation) => checks.some(({ ok }) => !ok);

import type { EmbedExplanation, PreviewToken, SampleContext } from '@inlay/protocol/explanation';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/button';
import { Notice } from '@inlay/ui/notice';
import { Skeleton } from '@inlay/ui/skeleton';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import type { ShownEmbed } from '../../api/content.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Screen } from '../../parts/screen.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { useTask } from '../../parts/use-task.ts';
import { HiddenParts } from './hidden-parts.tsx';
import { firstViewer, type PreviewViewer } from './preview-context.ts';
import { frameName, showInFrame } from './show-in-frame.ts';
import { ViewerForm } from './viewer-form.tsx';

/** An embed exactly as some user would have it, and why they do not see the rest. */
export function PreviewScreen({ id }: { readonly id: string }): VNode {
  const path = `embeds/${encodeURIComponent(id)}`;
  const { data: embed, error, reload } = useAnswer<ShownEmbed>(path);
  const sample = useAnswer<SampleContext>(`${path}/sample-context`);
  return (
    <Screen
      wide
      title={embed ? `${titleOutline(embed.title)}, as a user` : 'Preview'}
      back={{ to: `/embeds/${encodeURIComponent(id)}`, title: 'The embed' }}
      intro="What a user with this context sees, with their rows and rules. Each look is recorded in the audit."
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
  const frame = useRef<HTMLIFrameElement>(null);
  const stop = useRef<() => void>(() => {});
  const [phone, setPhone] = useState(false);
  const [name] = useState(frameName);
  const [explanation, setExplanation] = useState<EmbedExplanation>();
  const [truncated, setTruncated] = useState(false);
  const { busy, error, run } = useTask();
  const show = (context: object) =>
    run(async () => {
      // From here on the form names another user, so that nothing of the former one stays beside it.
      setExplanation(undefined);
      setTruncated(false);
      stop.current();
      frame.current?.contentWindow?.location.replace('about:blank');
      const path = `embeds/${encodeURIComponent(embed.id)}`;
      const mint = () => ask<PreviewToken>('POST', `${path}/preview-token`, { context });
      const [{ token, truncated: wasCut }, reasons] = await Promise.all([
        mint(),
        ask<EmbedExplanation>('POST', `${path}/explain`, { context }),
      ]);
      setExplanation(reasons);
      setTruncated(wasCut);
      const renew = async () => (await mint()).token;
      if (frame.current) stop.current = showInFrame(frame.current, { embedId: embed.id, token, renew });
    });
  useEffect(() => () => stop.current(), []);
  return (
    <div class="preview-page">
      <div class="stack">
        <ViewerForm appId={embed.appId} first={first} busy={busy} onShow={(context) => void show(context)} />
        {error && <Notice tone="bad">{error.message}</Notice>}
        {truncated && (
          <Notice tone="warning">
            This context is over its limit: entries at its end were lost, as they would be for the real user.
          </Notice>
        )}
        {explanation && <HiddenParts explanation={explanation} />}
      </div>
      <div class="preview-frame" aria-busy={busy}>
        {!explanation && !busy && (
          <p class="preview-hint muted">Say who is looking, then press “Show as this user”.</p>
        )}
        <iframe
          ref={frame}
          name={name}
          title={`${titleOutline(embed.title)}, as this user sees it`}
          class={phone ? 'phone' : ''}
          referrerPolicy="no-referrer"
        />
        <div class="row end">
          <Button variant="ghost" onClick={() => setPhone(!phone)}>
            {phone ? 'Show it wide' : 'Show it as on a phone'}
          </Button>
        </div>
      </div>
    </div>
  );
}

import type { EmbedSettings } from '@inlay/protocol/embed-settings';
import type { Page } from '@inlay/protocol/pagination';
import type { Usage } from '@inlay/protocol/usage';
import { Icon } from '@inlay/ui/icon';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useAnswer } from '../../api/use-answer.ts';
import { Link } from '../../parts/link.tsx';
import { NextContentStep } from '../../parts/next-content-step.tsx';

interface Step {
  readonly title: string;
  readonly state: 'done' | 'open' | 'warned';
  readonly text: ComponentChildren;
}

const LOOK_AGAIN_MS = 5000;

/** What is left to do before the first embed shows up; each step turns green by itself. */
export function Checklist({ settings }: { readonly settings: EmbedSettings }): VNode {
  const exchanges = useAnswer<Page<unknown>>('audit-events?action=token.issue&outcome=success&limit=1');
  const embeds = useAnswer<Page<unknown>>('embeds?state=published&limit=1');
  const usage = useAnswer<Usage>('usage?days=1');
  const steps = stepsOf(settings, {
    // Usage counts are newer than the audit log, so either can prove a first exchange.
    exchanged: usage.data?.firstExchangeAt != null || (exchanges.data?.meta.total ?? 0) > 0,
    embeds: embeds.data?.meta.total ?? 0,
    viewed: usage.data?.firstViewAt != null,
  });
  const waiting = usage.data !== undefined && steps.some(({ state }) => state === 'open');
  const { reload } = usage;
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waiting, reload]);
  const done = steps.filter(({ state }) => state === 'done').length;
  const needed = steps.filter(({ state }) => state !== 'warned').length;
  return (
    <section class="ui-card" aria-label="Setup checklist">
      <div class="ui-card-head">
        <h2>{done === needed ? 'Embedding is set up' : 'Set up embedding'}</h2>
        <span class="muted figures">
          {done} of {needed} done
        </span>
      </div>
      <div class="progress" aria-hidden="true">
        <div style={{ width: `${(done / needed) * 100}%` }} />
      </div>
      <ol class="steps">
        {steps.map(({ title, state, text }) => (
          <li key={title} class={`step step-${state}`}>
            <span class="step-mark">{state === 'warned' ? '!' : <Icon name="check" />}</span>
            <span class="step-title">
              {title}
              <span class="ui-visually-hidden">
                {{ done: ': done', open: ': to do', warned: ': advised' }[state]}
              </span>
            </span>
            {state !== 'done' && <p>{text}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface Facts {
  readonly exchanged: boolean;
  readonly embeds: number;
  readonly viewed: boolean;
}

function stepsOf(settings: EmbedSettings, { exchanged, embeds, viewed }: Facts): readonly Step[] {
  const step = (title: string, done: boolean, text: ComponentChildren): Step => ({
    title,
    state: done ? 'done' : 'open',
    text,
  });
  return [
    step(
      'Generate the client secret',
      settings.hasSecret,
      'Press “Re-generate secret” below and keep it on your server.',
    ),
    step(
      'Register your public key',
      settings.signature !== null,
      'Upload one, generate a pair in the browser, or give the address of your key set (JWKS).',
    ),
    step(
      'Exchange a first token',
      exchanged,
      <>
        Run one of the programs under <Link to="/embed-settings/server-code">Server code</Link>. If it is
        refused, <Link to="/embed-settings/check-token">Check token</Link> says why.
      </>,
    ),
    step('Publish something to embed', embeds > 0, <NextContentStep />),
    step(
      'Show a first embed on your page',
      viewed,
      <>
        Paste the code of an embed from <Link to="/embeds">the Embed Manager</Link> into a page of yours and
        open it as one of your users. This turns green by itself.
      </>,
    ),
    {
      title: 'Limit the pages that may show embeds',
      state: settings.allowedOrigins.length > 0 ? 'done' : 'warned',
      text: (
        <>
          Now any page may. Name yours under <Link to="/embed-settings/security">Security</Link>.
        </>
      ),
    },
  ];
}

import type { EmbedAuthSettings } from '@inlay/protocol/embed-auth-settings';
import { Icon } from '@inlay/ui/controls/icon';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { NextContentStep } from '../../parts/content/next-content-step.tsx';
import { FirstSteps } from '../../parts/page/first-steps.ts';
import { Link } from '../../parts/text/link.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { lastExchange, publishedEmbed, usageToday } from './queries.ts';

interface Step {
  readonly title: string;
  readonly state: 'done' | 'open' | 'advised';
  readonly text: ComponentChildren;
}

const RELOAD_MS = 5000;

/** The steps to the first embed. They are checked off as they happen. */
export function Checklist({ settings }: { readonly settings: EmbedAuthSettings }): VNode {
  const t = useMessages('embedSettings').checklist;
  const exchanges = useQuery(lastExchange);
  const embeds = useQuery(publishedEmbed);
  const usage = useQuery(usageToday);
  const steps = useSteps(settings, {
    // Usage counts are newer than the audit log, so either can prove a first exchange.
    exchanged: usage.data?.firstExchangeAt != null || (exchanges.data?.meta.total ?? 0) > 0,
    embeds: embeds.data?.meta.total,
    viewed: usage.data?.firstViewAt != null,
  });
  const waiting = usage.data !== undefined && steps.some(({ state }) => state === 'open');
  const { reload } = usage;
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), RELOAD_MS);
    return () => clearInterval(timer);
  }, [waiting, reload]);
  const done = steps.filter(({ state }) => state === 'done').length;
  const needed = steps.filter(({ state }) => state !== 'advised').length;
  return (
    <>
      {embeds.data?.meta.total === 0 && <FirstSteps />}
      <section class="ui-card" aria-label={t.label}>
        <div class="ui-card-head">
          <h2>{done === needed ? t.done : t.open}</h2>
          <span class="ui-muted ui-figures">{t.progress({ done, total: needed })}</span>
        </div>
        <div class="progress" aria-hidden="true">
          <div style={{ width: `${(done / needed) * 100}%` }} />
        </div>
        <ol class="steps">
          {steps.map(({ title, state, text }) => (
            <li key={title} class={`step step-${state}`}>
              <span class="step-mark">{state === 'advised' ? '!' : <Icon name="check" />}</span>
              <span class="step-title">
                <span aria-hidden="true">{title}</span>
                <span class="ui-visually-hidden">{t.states[state]({ title })}</span>
              </span>
              {state !== 'done' && <p>{text}</p>}
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

interface Facts {
  readonly exchanged: boolean;
  /** Undefined until it is known. */
  readonly embeds: number | undefined;
  readonly viewed: boolean;
}

function useSteps(settings: EmbedAuthSettings, { exchanged, embeds, viewed }: Facts): readonly Step[] {
  const { checklist: t, tabs } = useMessages('embedSettings');
  const { nav } = useMessages('admin');
  const step = (title: string, done: boolean, text: ComponentChildren): Step => ({
    title,
    state: done ? 'done' : 'open',
    text,
  });
  const serverCode = <Link to="/embed-settings/server-code">{tabs.serverCode}</Link>;
  const checkToken = <Link to="/embed-settings/check-token">{tabs.checkToken}</Link>;
  const embedManager = <Link to="/embeds">{nav.titles.embeds}</Link>;
  const security = <Link to="/embed-settings/security">{tabs.security}</Link>;
  return [
    step(t.publish, embeds !== undefined && embeds > 0, embeds === 0 && <NextContentStep />),
    step(t.secret, settings.hasSecret, t.secretText),
    step(t.key, settings.signature !== null, t.keyText),
    step(t.exchange, exchanged, <Rich text={t.exchangeText} parts={{ serverCode, checkToken }} />),
    step(t.embed, viewed, <Rich text={t.embedText} parts={{ embedManager }} />),
    {
      title: t.origins,
      state: settings.allowedOrigins.length > 0 ? 'done' : 'advised',
      text: <Rich text={t.originsText} parts={{ security }} />,
    },
  ];
}

import type { Usage } from '@inlay/protocol/usage';
import { EmptyState } from '@inlay/ui/empty-state';
import { Skeleton } from '@inlay/ui/skeleton';
import type { VNode } from 'preact';
import { useAnswer } from '../../api/use-answer.ts';
import { FilterSelect } from '../../parts/filter-select.tsx';
import { Link } from '../../parts/link.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { query } from '../../router.ts';
import { ExchangesCard, ViewsCard } from './daily-cards.tsx';
import { EmbedsCard } from './embeds-card.tsx';
import { RefusalsCard } from './refusals-card.tsx';
import { SlowCard } from './slow-card.tsx';

const spans = [
  ['', 'Last 30 days'],
  ['7', 'Last 7 days'],
  ['90', 'Last 90 days'],
] as const;

export function UsageScreen(): VNode {
  const asked = query.value.get('days');
  const days = spans.some(([value]) => value === asked) && asked ? Number(asked) : 30;
  const { data: usage, error, reload } = useAnswer<Usage>(`usage?days=${days}`);
  return (
    <Screen
      title="Usage"
      intro="How much your embeds are used. Days are in UTC, today is the last one."
      actions={<FilterSelect name="days" label="Time span" options={spans} />}
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!usage && !error && <Skeleton lines={8} />}
      {usage && <Shown usage={usage} />}
    </Screen>
  );
}

const number = new Intl.NumberFormat('en');

function Shown({ usage }: { readonly usage: Usage }): VNode {
  const total = (pick: (day: Usage['days'][number]) => number) =>
    usage.days.reduce((sum, day) => sum + pick(day), 0);
  const exchanges = total((day) => day.exchanges);
  const refusals = total((day) => day.refusals);
  const views = total((day) => day.views);
  const queries = total((day) => day.queries);
  const slow = total((day) => day.slowQueries);
  if (exchanges + refusals + views + queries === 0) return <Nothing usage={usage} />;
  return (
    <div class="stack">
      <dl class="figures-row">
        <Figure name="Embed views" value={views} />
        <Figure name="Tokens exchanged" value={exchanges} />
        <Figure name="Exchanges refused" value={refusals} note={shareText(refusals, exchanges + refusals)} />
        <Figure name="Slow questions" value={slow} note={shareText(slow, queries)} />
      </dl>
      <ViewsCard days={usage.days} />
      <EmbedsCard usage={usage} />
      <ExchangesCard days={usage.days} />
      <RefusalsCard refusals={usage.refusals} />
      <SlowCard datasets={usage.datasets} />
    </div>
  );
}

function Figure({
  name,
  value,
  note,
}: {
  readonly name: string;
  readonly value: number;
  readonly note?: string;
}): VNode {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd class="figure-value">{number.format(value)}</dd>
      {note && <dd class="small muted">{note}</dd>}
    </div>
  );
}

function shareText(part: number, all: number): string {
  if (all === 0) return 'of none';
  const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(
    part / all,
  );
  return `${share} of ${number.format(all)}`;
}

function Nothing({ usage }: { readonly usage: Usage }): VNode {
  return (
    <EmptyState title={usage.firstExchangeAt ? 'Nothing in this time' : 'Nobody has come yet'}>
      <p>
        {usage.firstExchangeAt
          ? 'Choose a longer time above.'
          : 'Once your server exchanges a token and a page shows an embed, you see here how often, and what was refused.'}
      </p>
      {!usage.firstExchangeAt && (
        <div class="row">
          <Link to="/embed-settings" class="ui-button ui-button-primary">
            Set up embedding
          </Link>
          <Link to="/embed-settings/server-code" class="ui-button">
            Server code
          </Link>
        </div>
      )}
    </EmptyState>
  );
}

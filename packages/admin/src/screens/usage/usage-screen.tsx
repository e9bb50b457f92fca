import type { Usage } from '@inlay/protocol/usage';
import type { UsageReportBy } from '@inlay/protocol/usage-report';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { VNode } from 'preact';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { adoptStyles } from '../../parts/page/adopt-styles.ts';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { Link } from '../../parts/text/link.tsx';
import { numberText } from '../../parts/text/number-text.ts';
import { query } from '../../router.ts';
import { ExchangesCard, ReportsCard, ViewsCard } from './daily-cards.tsx';
import { EmbedsCard } from './embeds-card.tsx';
import { quotasQuery, timeRanges, usageQuery } from './queries.ts';
import { QuotasCard } from './quotas-card.tsx';
import { RefusalsCard } from './refusals-card.tsx';
import { SlowCard } from './slow-card.tsx';
import css from './usage.css?inline';

adoptStyles(css);

export function UsageScreen(): VNode {
  const t = useMessages('activity').usage;
  const { data: usage, error, reload } = useQuery(usageQuery(query.value));
  const { data: quotas } = useQuery(quotasQuery);
  return (
    <Screen
      title={t.title}
      intro={t.intro}
      actions={
        <FilterSelect
          name="days"
          label={t.timeRange}
          options={timeRanges.map((days, at) => [at === 0 ? '' : String(days), t.lastDays({ days })])}
        />
      }
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!usage && !error && <Skeleton lines={8} />}
      {usage && (
        <div class="ui-stack">
          {quotas && <QuotasCard quotas={quotas} />}
          <Overview usage={usage} />
        </div>
      )}
    </Screen>
  );
}

function Overview({ usage }: { readonly usage: Usage }): VNode {
  const t = useMessages('activity').usage;
  const total = (pick: (day: Usage['days'][number]) => number) =>
    usage.days.reduce((sum, day) => sum + pick(day), 0);
  const exchanges = total((day) => day.exchanges);
  const refusals = total((day) => day.refusals);
  const views = total((day) => day.views);
  const queries = total((day) => day.queries);
  const slow = total((day) => day.slowQueries);
  const reports = total((day) => day.reports);
  const share = (part: number, all: number) =>
    all === 0
      ? undefined
      : t.share({
          share: numberText(part / all, { style: 'percent', maximumFractionDigits: 1 }),
          total: all,
        });
  if (exchanges + refusals + views + queries + reports === 0)
    return <NoActivity isFirst={usage.firstExchangeAt === null} />;
  return (
    <div class="ui-stack">
      <dl class="figures-row">
        <Figure name={t.embedViews} value={views} />
        <Figure name={t.tokensExchanged} value={exchanges} />
        <Figure name={t.exchangesRefused} value={refusals} note={share(refusals, exchanges + refusals)} />
        <Figure name={t.slowQueries} value={slow} note={share(slow, queries)} />
        <Figure name={t.reportsSent} value={reports} />
      </dl>
      <ViewsCard days={usage.days} />
      <EmbedsCard usage={usage} />
      {reports > 0 && <ReportsCard days={usage.days} />}
      <ExchangesCard days={usage.days} />
      <RefusalsCard refusals={usage.refusals} />
      <SlowCard datasets={usage.datasets} />
      <ReportCard days={usage.days} />
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
  readonly note?: string | undefined;
}): VNode {
  return (
    <div class="ui-box figure">
      <dt>{name}</dt>
      <dd class="figure-value">{numberText(value)}</dd>
      {note && <dd class="ui-small ui-muted">{note}</dd>}
    </div>
  );
}

function NoActivity({ isFirst }: { readonly isFirst: boolean }): VNode {
  const t = useMessages('activity').usage;
  if (!isFirst)
    return (
      <EmptyState title={t.noActivityInRange}>
        <p>{t.chooseLonger}</p>
      </EmptyState>
    );
  return (
    <EmptyState title={t.noActivity}>
      <p>{t.noActivityHint}</p>
      <div class="ui-row">
        <Link to="/embed-settings" class="ui-button ui-button-primary">
          {t.setUp}
        </Link>
        <Link to="/embed-settings/server-code" class="ui-button">
          {t.serverCode}
        </Link>
      </div>
    </EmptyState>
  );
}

/** Downloads for bills, of the days on the screen. */
function ReportCard({ days }: { readonly days: Usage['days'] }): VNode {
  const t = useMessages('activity').usage;
  const address = (by: UsageReportBy) => {
    const query = new URLSearchParams({ by, from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '' });
    return `/api/v0/usage/report.csv?${query}`;
  };
  return (
    <section class="ui-card" aria-label={t.report}>
      <div>
        <h2>{t.report}</h2>
        <p class="ui-muted">{t.reportHint}</p>
      </div>
      <div class="ui-row">
        <a class="ui-button" href={address('day')} download>
          {t.csvByDay}
        </a>
        <a class="ui-button" href={address('workspace')} download>
          {t.csvByWorkspace}
        </a>
        <a class="ui-button" href={address('viewer')} download>
          {t.csvByViewer}
        </a>
      </div>
    </section>
  );
}

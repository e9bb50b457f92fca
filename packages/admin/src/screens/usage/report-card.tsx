import type { Usage } from '@inlay/protocol/usage';
import type { UsageReportBy } from '@inlay/protocol/usage-report';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

/** Downloads for bills, of the days on the screen. */
export function ReportCard({ days }: { readonly days: Usage['days'] }): VNode {
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

import type { BuilderDashboard } from '@inlay/content/builder';
import type { VNode } from 'preact';
import type { Builder } from '../builder.ts';
import { relativeTime } from '../parts/relative-time.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface DashboardCardProps {
  readonly builder: Builder;
  readonly dashboard: BuilderDashboard;
}

export function DashboardCard({ builder, dashboard }: DashboardCardProps): VNode {
  const messages = builder.messages.value;
  const { tiles, updatedAt, updatedBy, visibleTo, id } = dashboard;
  const lang = builder.context.locale.lang();
  const ago = relativeTime(Date.parse(updatedAt), lang, Date.now());
  const by =
    updatedBy === null
      ? messages.changedAt({ ago })
      : updatedBy === builder.data.value.viewer.username
        ? messages.changedByMe({ ago })
        : messages.changedBy({ name: updatedBy, ago });
  const draft = builder.dashboards.drafts.read(id);
  return (
    <li class="bld-card">
      <Thumbnail builder={builder} dashboard={dashboard} />
      <button
        type="button"
        class="bld-card-open"
        data-dashboard={id}
        onClick={() => void builder.attempt(() => builder.dashboards.open(id))}
      >
        <span class="bld-card-title" dir="auto">
          {builder.phrases.titleOf(dashboard)}
        </span>
        <span class="bld-card-facts">
          <StateBadge dashboard={dashboard} messages={messages} />
          <span dir="auto">{by}</span>
        </span>
        <span class="inlay-unseen">{messages.chartCount({ count: tiles })}</span>
        {visibleTo ? (
          <span class="bld-card-facts" dir="auto">
            {visibleTo.length > 0
              ? messages.visibleTo({ groups: visibleTo.join(', ') })
              : messages.visibleByRule}
          </span>
        ) : null}
        {draft ? (
          <span class="bld-card-draft">
            {messages.draftFound({ ago: relativeTime(draft.at, lang, Date.now()) })}
          </span>
        ) : null}
      </button>
    </li>
  );
}

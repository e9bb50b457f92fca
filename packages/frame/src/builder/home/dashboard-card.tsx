import type { BuilderDashboard } from '@inlay/content/builder';
import type { VNode } from 'preact';
import type { Builder } from '../builder.ts';
import { agoText } from '../parts/ago-text.ts';
import { Badge } from '../parts/badge.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface DashboardCardProps {
  readonly builder: Builder;
  readonly dashboard: BuilderDashboard;
}

export function DashboardCard({ builder, dashboard }: DashboardCardProps): VNode {
  const words = builder.words.value;
  const { tiles, updatedAt, updatedBy, id } = dashboard;
  const lang = builder.stage.speech.lang();
  const ago = agoText(Date.parse(updatedAt), lang, Date.now());
  const by =
    updatedBy === null
      ? words.changedAt({ ago })
      : updatedBy === builder.answer.value.viewer.username
        ? words.changedByMe({ ago })
        : words.changedBy({ name: updatedBy, ago });
  const draft = builder.drafts.read(id);
  return (
    <li class="bld-card">
      <button
        type="button"
        class="bld-card-open"
        data-dashboard={id}
        onClick={() => void builder.attempt(() => builder.open(id))}
      >
        <Thumbnail dashboard={dashboard} />
        <span class="bld-card-title" dir="auto">
          {builder.titleOf(dashboard)}
        </span>
        <span class="bld-card-facts">
          <Badge dashboard={dashboard} words={words} />
          <span dir="auto">{by}</span>
        </span>
        <span class="inlay-unseen">{words.chartCount({ count: tiles })}</span>
        {draft ? (
          <span class="bld-card-draft">{words.draftFound({ ago: agoText(draft.at, lang, Date.now()) })}</span>
        ) : null}
      </button>
    </li>
  );
}

import { titleOutline } from '@inlay/protocol/parse-narrative';
import type { Usage } from '@inlay/protocol/usage';
import type { VNode } from 'preact';
import { formatLocale, useMessages } from '../../messages.ts';
import { Columns } from '../../parts/list/columns.tsx';
import { Link } from '../../parts/text/link.tsx';
import { numberText } from '../../parts/text/number-text.ts';
import { Rich } from '../../parts/text/rich.tsx';

const LIMIT = 20;

export function EmbedsCard({ usage: { embeds, days } }: { readonly usage: Usage }): VNode {
  const t = useMessages('activity').usage;
  if (embeds.length === 0)
    return (
      <section class="ui-card" aria-label={t.viewsByEmbed}>
        <h2>{t.viewsByEmbed}</h2>
        <p class="ui-muted">
          <Rich text={t.noViews} parts={{ link: <Link to="/embeds">{t.embedManager}</Link> }} />
        </p>
      </section>
    );
  return (
    <section class="ui-card" aria-label={t.viewsByEmbed}>
      <h2>{t.viewsByEmbed}</h2>
      <table class="ui-table plain">
        <Columns
          items={embeds.slice(0, LIMIT)}
          columns={[
            {
              title: t.embed,
              cell: ({ id, title }) =>
                title === null ? (
                  <span class="ui-muted">{t.deleted({ id })}</span>
                ) : (
                  <Link to={`/embeds/${encodeURIComponent(id)}`}>{titleOutline(title)}</Link>
                ),
            },
            {
              title: t.daysFrom({ days: days.length, start: dayText(days[0]?.day) }),
              class: 'ui-wide',
              cell: ({ viewsByDay }) => <Sparkline values={viewsByDay} />,
            },
            { title: t.views, class: 'ui-number', cell: ({ views }) => numberText(views) },
          ]}
        />
      </table>
      {embeds.length > LIMIT && (
        <p class="ui-small ui-muted">{t.topEmbeds({ limit: LIMIT, total: embeds.length })}</p>
      )}
    </section>
  );
}

/** A day in UTC such as `2026-11-16`. */
const dayText = (day: string | undefined): string =>
  day === undefined
    ? ''
    : new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

const HEIGHT = 24;
const STEP = 6;

/** A small column for each value; the figures stand beside it, so that it says nothing to screen readers. */
function Sparkline({ values }: { readonly values: readonly number[] }): VNode {
  const most = Math.max(1, ...values);
  const width = values.length * STEP;
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true" preserveAspectRatio="none">
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(2, (value / most) * HEIGHT);
        return (
          <rect
            key={index}
            class={value === 0 ? 'sparkline-none' : ''}
            x={index * STEP + 1}
            y={HEIGHT - height}
            width={STEP - 2}
            height={height}
          />
        );
      })}
    </svg>
  );
}

import type { ActivityMessages } from '@inlay/messages/activity';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import { Button } from '@inlay/ui/controls/button';
import { Badge } from '@inlay/ui/layout/badge';
import type { VNode } from 'preact';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { ListSearch } from '../../parts/list/list-search.tsx';
import { NothingMatches } from '../../parts/list/nothing-matches.tsx';
import { ResourceTable } from '../../parts/list/resource-table.tsx';
import { Screen } from '../../parts/page/screen.tsx';
import { Breakable } from '../../parts/text/breakable.tsx';
import { Link } from '../../parts/text/link.tsx';
import { fullTime } from '../../parts/text/moment.tsx';
import { numberText } from '../../parts/text/number-text.ts';
import { query, setQuery } from '../../router.ts';
import { actionText } from './action-text.ts';
import { AuditTools } from './audit-tools.tsx';
import { auditEvents, auditFilters } from './queries.ts';

export function AuditScreen(): VNode {
  const t = useMessages('activity').audit;
  const events = useQuery(auditEvents(query.value));
  return (
    <Screen title={t.title} intro={t.intro} actions={<Button onClick={events.reload}>{t.refresh}</Button>}>
      <AuditTools />
      <div class="ui-row filters">
        <ListSearch label={t.username} name="actor" />
        <ListSearch label={t.target} name="target" />
        <FilterSelect
          name="action"
          label={t.action}
          options={[
            ['', t.allActions],
            ...Object.entries(t.actions).sort(([, a], [, b]) => a.localeCompare(b)),
          ]}
        />
        <FilterSelect
          name="outcome"
          label={t.outcome}
          options={[
            ['', t.allOutcomes],
            ['success', t.succeeded],
            ['refused', t.refused],
          ]}
        />
        <DayFilter name="from" label={t.from} title={t.fromDay} />
        <DayFilter name="to" label={t.before} title={t.beforeDay} />
      </div>
      <ResourceTable
        query={events}
        of={t.count}
        lines={8}
        empty={
          <NothingMatches title={t.noMatch} filters={auditFilters}>
            {t.noMatchHint}
          </NothingMatches>
        }
        columns={[
          { title: t.event, cell: (event) => <EventCell event={event} /> },
          {
            title: t.actor,
            class: 'ui-wide',
            cell: (event) => (
              <>
                {event.actor ? (
                  <Link to={`/audit?actor=${encodeURIComponent(event.actor)}`}>{event.actor}</Link>
                ) : (
                  <span class="ui-muted">{noActor(event, t)}</span>
                )}
                {event.ip && <div class="ui-small ui-muted ui-figures">{event.ip}</div>}
              </>
            ),
          },
          {
            title: t.outcome,
            class: 'ui-keep',
            cell: ({ outcome }) => (
              <Badge tone={outcome === 'success' ? 'good' : 'bad'}>
                {outcome === 'success' ? t.succeeded : t.refused}
              </Badge>
            ),
          },
          {
            title: t.time,
            class: 'ui-wide ui-keep ui-figures',
            cell: ({ at }) => <time dateTime={at}>{fullTime(at)}</time>,
          },
        ]}
      />
    </Screen>
  );
}

function EventCell({ event }: { readonly event: AuditEvent }): VNode {
  const { audit: t, usage } = useMessages('activity');
  // The checks of a token exchange have short names.
  const reasons: Readonly<Record<string, string>> = usage.reasons;
  return (
    <>
      {actionText(t.actions, event.action)}
      {event.target && (
        <span class="ui-muted">
          {' '}
          <Breakable text={event.target} />
        </span>
      )}
      {event.count > 1 && <span class="ui-muted ui-figures"> × {numberText(event.count)}</span>}
      {event.rows !== null && <DataAccess event={event} />}
      {event.reason && <div class="ui-small ui-muted">{reasons[event.reason] ?? event.reason}</div>}
      <div class="ui-small ui-muted ui-narrow">{event.actor ?? noActor(event, t)}</div>
      <div class="ui-small ui-muted ui-narrow ui-figures">{fullTime(event.at)}</div>
    </>
  );
}

/** Without an IP address it was not a request, but the server or its operator on the command line. */
const noActor = ({ ip }: AuditEvent, t: ActivityMessages['audit']): string =>
  ip === null ? t.operator : t.unknown;

interface DayFilterProps {
  readonly name: string;
  readonly label: string;
  readonly title: string;
}

/** A day in UTC, as the API reads it. */
function DayFilter({ name, label, title }: DayFilterProps): VNode {
  return (
    <label class="day">
      <span class="ui-muted">{label}</span>
      <input
        class="ui-input"
        type="date"
        aria-label={title}
        title={title}
        value={query.value.get(name) ?? ''}
        onChange={(event) => setQuery({ [name]: event.currentTarget.value, page: '' })}
      />
    </label>
  );
}

interface AccessDetails {
  readonly viewer?: string;
  readonly unruled?: boolean;
  readonly rules?: readonly string[];
}

/** What was read, under which rules and as whom. */
function DataAccess({ event }: { readonly event: AuditEvent }): VNode {
  const t = useMessages('activity').audit.access;
  const { viewer, unruled, rules = [] } = (event.details ?? {}) as AccessDetails;
  const parts = [
    t.rows({ count: event.rows ?? 0 }),
    unruled && t.unruled,
    rules.length > 0 && t.rules({ rules: rules.join(', ') }),
    viewer && t.asViewer({ viewer }),
  ];
  return <div class="ui-small ui-muted">{parts.filter(Boolean).join(' · ')}</div>;
}

import type { AuditAction } from '@inlay/protocol/audit-action';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import { DEFAULT_AUDIT_DAYS } from '@inlay/protocol/default-audit-days';
import { Badge } from '@inlay/ui/badge';
import { Button } from '@inlay/ui/button';
import { Table } from '@inlay/ui/table';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { Breakable } from '../../parts/breakable.tsx';
import { FilterSelect } from '../../parts/filter-select.tsx';
import { lazy } from '../../parts/lazy.tsx';
import { Link } from '../../parts/link.tsx';
import { ListSearch } from '../../parts/list-search.tsx';
import { Listed } from '../../parts/listed.tsx';
import { fullTime } from '../../parts/moment.tsx';
import { NothingMatches } from '../../parts/nothing-matches.tsx';
import { numberText } from '../../parts/number-text.ts';
import { Screen } from '../../parts/screen.tsx';
import { query, setQuery } from '../../router.ts';
import { actionText } from './action-text.ts';
import { auditEvents, auditFilters, exportAddress, tenantSettings } from './queries.ts';

const RetentionDialog = lazy(async () => (await import('./retention-dialog.tsx')).RetentionDialog, 0);

/** The filter offers these. Links to this screen may name any other. */
const commonActions: readonly AuditAction[] = [
  'login',
  'login.block',
  'logout',
  'access',
  'data.export',
  'data.rows',
  'data.query',
  'audit.export',
  'token.issue',
  'token.revoke',
  'embed-settings.regenerate-secret',
  'user.create',
  'user.change',
  'user.change-password',
  'user.delete',
  'user.import',
  'connection.create',
  'connection.change',
  'dataset.create',
  'dataset.change',
  'file.upload',
];

export function AuditScreen(): VNode {
  const t = useMessages('activity').audit;
  const events = useQuery(auditEvents(query.value));
  return (
    <Screen
      title={t.title}
      intro={t.intro}
      actions={
        <>
          <a class="ui-button" href={exportAddress('csv', query.value)} download>
            {t.exportCsv}
          </a>
          <a class="ui-button" href={exportAddress('ndjson', query.value)} download>
            {t.exportJson}
          </a>
          <Button onClick={events.reload}>{t.refresh}</Button>
        </>
      }
    >
      <Retention />
      <div class="ui-row filters">
        <ListSearch label={t.username} name="actor" />
        <ListSearch label={t.target} name="target" />
        <FilterSelect
          name="action"
          label={t.action}
          options={[
            ['', t.allActions],
            ...commonActions.map((action) => [action, t.actions[action]] as const),
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
      <Listed
        query={events}
        of={t.count}
        lines={8}
        empty={
          <NothingMatches title={t.noMatch} filters={auditFilters}>
            {t.noMatchHint}
          </NothingMatches>
        }
      >
        {(found) => <EventTable events={found} />}
      </Listed>
    </Screen>
  );
}

/** How long events are kept, and a way to change it. */
function Retention(): VNode | null {
  const t = useMessages('activity').audit.retention;
  const { data: settings, replace } = useQuery(tenantSettings);
  const [isOpen, setIsOpen] = useState(false);
  if (!settings) return null;
  const days = settings.auditDays ?? DEFAULT_AUDIT_DAYS;
  return (
    <div class="ui-row">
      <span class="ui-muted">{t.kept({ days })}</span>
      <Button variant="ghost" onClick={() => setIsOpen(true)}>
        {t.change}
      </Button>
      {isOpen && <RetentionDialog settings={settings} onClose={() => setIsOpen(false)} onSaved={replace} />}
    </div>
  );
}

function EventTable({ events }: { readonly events: readonly AuditEvent[] }): VNode {
  const { audit: t, usage } = useMessages('activity');
  // The checks of a token exchange have short names.
  const reasons: Readonly<Record<string, string>> = usage.reasons;
  // Without an IP address it was not a request, but the server or its operator on the command line.
  const noActor = ({ ip }: AuditEvent) => (ip === null ? t.operator : t.unknown);
  return (
    <Table>
      <thead>
        <tr>
          <th>{t.event}</th>
          <th class="ui-wide">{t.actor}</th>
          <th>{t.outcome}</th>
          <th class="ui-wide">{t.time}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <td>
              {actionText(t.actions, event.action)}
              {event.target && (
                <span class="ui-muted">
                  {' '}
                  <Breakable text={event.target} />
                </span>
              )}
              {event.count > 1 && <span class="ui-muted ui-figures"> × {numberText(event.count)}</span>}
              {event.rows !== null && <DataAccess rows={event.rows} details={event.details} />}
              {event.reason && <div class="ui-small ui-muted">{reasons[event.reason] ?? event.reason}</div>}
              <div class="ui-small ui-muted ui-narrow">{event.actor ?? noActor(event)}</div>
              <div class="ui-small ui-muted ui-narrow ui-figures">{fullTime(event.at)}</div>
            </td>
            <td class="ui-wide">
              {event.actor ? (
                <Link to={`/audit?actor=${encodeURIComponent(event.actor)}`}>{event.actor}</Link>
              ) : (
                <span class="ui-muted">{noActor(event)}</span>
              )}
              {event.ip && <div class="ui-small ui-muted ui-figures">{event.ip}</div>}
            </td>
            <td class="ui-keep">
              <Badge tone={event.outcome === 'success' ? 'good' : 'bad'}>
                {event.outcome === 'success' ? t.succeeded : t.refused}
              </Badge>
            </td>
            <td class="ui-wide ui-keep ui-figures">
              <time dateTime={event.at}>{fullTime(event.at)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface DataAccessProps {
  readonly rows: number;
  readonly details: unknown;
}

/** What was read, and under which rules. */
function DataAccess({ rows, details }: DataAccessProps): VNode {
  const t = useMessages('activity').audit.access;
  const { viewer, unruled, rules } = (details ?? {}) as {
    readonly viewer?: string;
    readonly unruled?: boolean;
    readonly rules?: readonly string[];
  };
  const parts = [
    t.rows({ count: rows }),
    ...(unruled ? [t.unruled] : []),
    ...(rules && rules.length > 0 ? [t.rules({ rules: rules.join(', ') })] : []),
    ...(viewer === undefined ? [] : [t.asViewer({ viewer })]),
  ];
  return (
    <div class="ui-small ui-muted">
      <Breakable text={parts.join(' · ')} />
    </div>
  );
}

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

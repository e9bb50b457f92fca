import type { AuditEvent } from '@inlay/protocol/audit-event';
import type { Page } from '@inlay/protocol/pagination';
import { Badge } from '@inlay/ui/badge';
import { Button } from '@inlay/ui/button';
import { Table } from '@inlay/ui/table';
import type { VNode } from 'preact';
import { listPath } from '../../api/list-path.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Breakable } from '../../parts/breakable.tsx';
import { FilterSelect } from '../../parts/filter-select.tsx';
import { Link } from '../../parts/link.tsx';
import { ListSearch } from '../../parts/list-search.tsx';
import { Listed } from '../../parts/listed.tsx';
import { fullTime } from '../../parts/moment.tsx';
import { NothingMatches } from '../../parts/nothing-matches.tsx';
import { Screen } from '../../parts/screen.tsx';
import { query, setQuery } from '../../router.ts';
import { actions, actionText } from './action-text.ts';

const filters = ['action', 'outcome', 'actor', 'from', 'to'] as const;

export function AuditScreen(): VNode {
  const events = useAnswer<Page<AuditEvent>>(listPath('audit-events', filters, 50));
  return (
    <Screen
      title="Audit"
      intro="Who did what, newest first. Events are kept for 90 days; secrets, tokens and passwords are never among them."
      actions={<Button onClick={events.reload}>Refresh</Button>}
    >
      <div class="filters">
        <ListSearch label="Exact username" name="actor" />
        <FilterSelect name="action" label="Action" options={[['', 'All actions'], ...actions]} />
        <FilterSelect
          name="outcome"
          label="Outcome"
          options={[
            ['', 'All outcomes'],
            ['success', 'Succeeded'],
            ['refused', 'Refused'],
          ]}
        />
        <DayFilter name="from" label="From" />
        <DayFilter name="to" label="Before" />
      </div>
      <Listed
        answer={events}
        of="event"
        lines={8}
        empty={
          <NothingMatches title="No event matches" filters={filters}>
            Change the filters above. A username must be written exactly.
          </NothingMatches>
        }
      >
        {(found) => <EventTable events={found} />}
      </Listed>
    </Screen>
  );
}

function EventTable({ events }: { readonly events: readonly AuditEvent[] }): VNode {
  return (
    <Table>
      <thead>
        <tr>
          <th>Event</th>
          <th class="wide">Who</th>
          <th>Outcome</th>
          <th class="wide">When</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <td>
              {actionText(event.action)}
              {event.target && (
                <span class="muted">
                  {' '}
                  <Breakable text={event.target} />
                </span>
              )}
              {event.count > 1 && <span class="muted figures"> × {event.count}</span>}
              {event.reason && <div class="small muted">{event.reason}</div>}
              <div class="small muted narrow">{event.actor ?? nobody(event)}</div>
              <div class="small muted narrow figures">{fullTime(event.at)}</div>
            </td>
            <td class="wide">
              {event.actor ? (
                <Link to={`/audit?actor=${encodeURIComponent(event.actor)}`}>{event.actor}</Link>
              ) : (
                <span class="muted">{nobody(event)}</span>
              )}
              {event.ip && <div class="small muted figures">{event.ip}</div>}
            </td>
            <td class="keep">
              <Badge tone={event.outcome === 'success' ? 'good' : 'bad'}>
                {event.outcome === 'success' ? 'Succeeded' : 'Refused'}
              </Badge>
            </td>
            <td class="wide keep figures">
              <time dateTime={event.at}>{fullTime(event.at)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A day in UTC, as the API reads it. */
function DayFilter({ name, label }: { readonly name: string; readonly label: string }): VNode {
  return (
    <label class="day">
      <span class="muted">{label}</span>
      <input
        class="ui-input"
        type="date"
        aria-label={`${label} (day, UTC)`}
        title={`${label} (day, UTC)`}
        value={query.value.get(name) ?? ''}
        onChange={(event) => setQuery({ [name]: event.currentTarget.value, page: '' })}
      />
    </label>
  );
}

/** Without an address it was no request: the server itself, or its operator on the command line. */
const nobody = ({ ip }: AuditEvent): string => (ip === null ? 'the operator' : 'unknown');

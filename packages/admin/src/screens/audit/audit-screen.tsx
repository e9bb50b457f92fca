import type { AuditEvent } from '@inlay/protocol/audit-event';
import type { VNode } from 'preact';
import { useQuery } from '../../api/use-query.ts';
import { Badge } from '../../parts/badge.tsx';
import { Breakable } from '../../parts/breakable.tsx';
import { Button } from '../../parts/button.tsx';
import { FilterSelect } from '../../parts/filter-select.tsx';
import { Link } from '../../parts/link.tsx';
import { Listed } from '../../parts/listed.tsx';
import { fullTime } from '../../parts/moment.tsx';
import { NothingMatches } from '../../parts/nothing-matches.tsx';
import { Screen } from '../../parts/screen.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { query, setQuery } from '../../router.ts';
import { actions, actionText } from './action-text.ts';
import { auditEvents, auditFilters } from './queries.ts';

export function AuditScreen(): VNode {
  const events = useQuery(auditEvents(query.value));
  return (
    <Screen
      title="Audit"
      intro="Who did what, newest first. Events are kept for 90 days; secrets, tokens and passwords are never among them."
      actions={<Button onPress={events.reload}>Refresh</Button>}
    >
      <div class="filters">
        <SearchBox label="Exact username" name="actor" />
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
          <NothingMatches title="No event matches" filters={auditFilters}>
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
    <div class="table-box">
      <table class="table">
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
      </table>
    </div>
  );
}

/** A day in UTC, as the API reads it. */
function DayFilter({ name, label }: { readonly name: string; readonly label: string }): VNode {
  return (
    <label class="day">
      <span class="muted">{label}</span>
      <input
        class="input"
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

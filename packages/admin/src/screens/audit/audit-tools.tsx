import { DEFAULT_AUDIT_DAYS } from '@inlay/protocol/default-audit-days';
import { Button } from '@inlay/ui/controls/button';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { lazy } from '../../parts/page/lazy.tsx';
import { query } from '../../router.ts';
import { can } from '../../session/can.ts';
import { auditFilters, tenantSettings } from './queries.ts';

const RetentionDialog = lazy(async () => (await import('./retention-dialog.tsx')).RetentionDialog, 0);

/** How long events are kept, and files of those that the filters match. */
export function AuditTools(): VNode {
  const t = useMessages('activity').audit;
  const { data: settings, replace } = useQuery(tenantSettings);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div class="ui-card-head">
      <div class="ui-row">
        {settings && (
          <>
            <span class="ui-muted">
              {t.retention.kept({ days: settings.auditDays ?? DEFAULT_AUDIT_DAYS })}
            </span>
            {can('settings:write') && (
              <Button variant="ghost" onClick={() => setIsOpen(true)}>
                {t.retention.change}
              </Button>
            )}
          </>
        )}
      </div>
      <div class="ui-row">
        <a class="ui-button" href={exportAddress('csv', query.value)} download>
          {t.exportCsv}
        </a>
        <a class="ui-button" href={exportAddress('ndjson', query.value)} download>
          {t.exportJson}
        </a>
      </div>
      {isOpen && settings && (
        <RetentionDialog settings={settings} onClose={() => setIsOpen(false)} onSaved={replace} />
      )}
    </div>
  );
}

/** The file with all events that the filters of the screen match. */
function exportAddress(format: 'csv' | 'ndjson', search: URLSearchParams): string {
  const chosen = auditFilters
    .map((name) => [name, search.get(name) ?? ''])
    .filter(([, value]) => value !== '');
  return `/api/v0/audit-events/export.${format}?${new URLSearchParams(chosen)}`;
}

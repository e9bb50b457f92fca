import { DEFAULT_AUDIT_DAYS } from '@inlay/protocol/default-audit-days';
import { type TenantSettings, TenantSettingsSchema } from '@inlay/protocol/tenant-settings';
import { Button } from '@inlay/ui/button';
import { CancelButton } from '@inlay/ui/cancel-button';
import { Dialog } from '@inlay/ui/dialog';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/notice';
import { NumberField } from '@inlay/ui/number-field';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { query } from '../../router.ts';
import { auditFilters, tenantSettings } from './queries.ts';

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
            <Button variant="ghost" onClick={() => setIsOpen(true)}>
              {t.retention.change}
            </Button>
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

interface RetentionDialogProps {
  readonly settings: TenantSettings;
  readonly onClose: () => void;
  readonly onSaved: (settings: TenantSettings) => void;
}

function RetentionDialog({ settings, onClose, onSaved }: RetentionDialogProps): VNode {
  const t = useMessages('activity').audit.retention;
  const { actions } = useMessages('admin');
  const form = useForm({
    schema: TenantSettingsSchema,
    initial: settings,
    save: (_, changes) => api.patch('/tenant-settings', { body: changes }),
    onSaved: (saved) => {
      showToast(t.saved);
      onSaved(saved);
      onClose();
    },
  });
  const days = form.field('auditDays', { label: t.days });
  const isShorter = (days.value ?? DEFAULT_AUDIT_DAYS) < (settings.auditDays ?? DEFAULT_AUDIT_DAYS);
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form class="ui-stack" {...form.props}>
        <NumberField
          {...days}
          whole
          min={1}
          max={3650}
          hint={t.hint({ days: DEFAULT_AUDIT_DAYS })}
          value={days.value ?? DEFAULT_AUDIT_DAYS}
          onChange={(chosen) => days.onChange(chosen ?? null)}
        />
        {isShorter && <Notice tone="warning">{t.shorter}</Notice>}
        {form.error && <Notice tone="bad">{form.error}</Notice>}
        <div class="ui-row ui-end">
          <CancelButton onClick={onClose} />
          <Button variant="primary" type="submit" busy={form.busy} disabled={!form.isDirty}>
            {actions.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

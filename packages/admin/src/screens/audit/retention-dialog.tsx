import { DEFAULT_AUDIT_DAYS } from '@inlay/protocol/default-audit-days';
import { type TenantSettings, TenantSettingsSchema } from '@inlay/protocol/tenant-settings';
import { Button } from '@inlay/ui/controls/button';
import { CancelButton } from '@inlay/ui/controls/cancel-button';
import { NumberField } from '@inlay/ui/controls/number-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { Dialog } from '@inlay/ui/overlays/dialog';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';

interface RetentionDialogProps {
  readonly settings: TenantSettings;
  readonly onClose: () => void;
  readonly onSaved: (settings: TenantSettings) => void;
}

/** How long the tenant keeps audit events. */
export function RetentionDialog({ settings, onClose, onSaved }: RetentionDialogProps): VNode {
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

import { DEFAULT_AUDIT_DAYS } from '@inlay/protocol/default-audit-days';
import { type TenantSettings, TenantSettingsSchema } from '@inlay/protocol/tenant-settings';
import { NumberField } from '@inlay/ui/controls/number-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';

interface RetentionDialogProps {
  readonly settings: TenantSettings;
  readonly onClose: () => void;
  readonly onSaved: (settings: TenantSettings) => void;
}

/** How long the tenant keeps audit events. */
export function RetentionDialog({ settings, onClose, onSaved }: RetentionDialogProps): VNode {
  const t = useMessages('activity').audit.retention;
  const { actions } = useMessages('admin');
  return (
    <FormDialog
      title={t.title}
      action={actions.save}
      needsChange
      onClose={onClose}
      useFields={() =>
        useForm({
          schema: TenantSettingsSchema,
          initial: settings,
          save: (_, changes) => api.patch('/tenant-settings', { body: changes }),
          onSaved: (saved) => {
            showToast(t.saved);
            onSaved(saved);
            onClose();
          },
        })
      }
    >
      {(form) => {
        const days = form.field('auditDays', { label: t.days });
        const chosen = days.value ?? DEFAULT_AUDIT_DAYS;
        return (
          <>
            <NumberField
              {...days}
              whole
              min={1}
              max={3650}
              hint={t.hint({ days: DEFAULT_AUDIT_DAYS })}
              value={chosen}
              onChange={(next) => days.onChange(next ?? null)}
            />
            {chosen < (settings.auditDays ?? DEFAULT_AUDIT_DAYS) && (
              <Notice tone="warning">{t.shorter}</Notice>
            )}
          </>
        );
      }}
    </FormDialog>
  );
}

import type { ReportSettings, ReportSettingsChange } from '@inlay/protocol/report-settings';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { NumberField } from '@inlay/ui/controls/number-field';
import { TextField } from '@inlay/ui/controls/text-field';
import type { Form } from '@inlay/ui/form/use-form';
import { Card } from '@inlay/ui/layout/card';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { SecretField } from './secret-field.tsx';

interface RightsCardProps {
  readonly form: Form<ReportSettingsChange>;
  readonly hasSecret: boolean;
  readonly onSecret: () => void;
}

/** Where the rights of a viewer come from when a message is sent (ADR 353). */
export function RightsCard({ form, hasSecret, onSecret }: RightsCardProps): VNode {
  const { settings: t } = useMessages('reportAdmin');
  const { rights = 'off' } = form.values;
  const field = form.field('rights', { label: t.rights.title });
  return (
    <Card title={t.rights.title} text={t.rights.text}>
      <fieldset id={field.id} class="report-rights" aria-label={t.rights.title}>
        <Choice form={form} rights="off" label={t.rights.off} text={t.rights.offText} />
        <Choice
          form={form}
          rights="assertion"
          label={t.rights.assertion}
          text={t.rights.assertionText}
          risk={t.rights.assertionRisk}
        />
        <Choice
          form={form}
          rights="stored-context"
          label={t.rights.storedContext}
          text={t.rights.storedContextText}
          risk={t.rights.storedContextRisk}
        />
      </fieldset>
      {field.error && <p class="ui-field-error">{field.error}</p>}
      {rights === 'assertion' && (
        <>
          <TextField
            {...form.field('assertionUrl', { label: t.assertionUrl, required: true })}
            mono
            placeholder="https://app.example.com/inlay-assertion"
            hint={t.assertionUrlHint}
          />
          <SecretField hasSecret={hasSecret} onSecret={onSecret} />
        </>
      )}
      {rights === 'stored-context' && <StoredContextFields form={form} />}
    </Card>
  );
}

interface ChoiceProps extends Pick<RightsCardProps, 'form'> {
  readonly rights: ReportSettings['rights'];
  readonly label: string;
  readonly text: string;
  readonly risk?: string;
}

function Choice({ form, rights, label, text, risk }: ChoiceProps): VNode {
  const t = useMessages('reportAdmin').settings.rights;
  return (
    <label class="ui-box ui-checkbox">
      <input
        type="radio"
        name="rights"
        checked={form.values.rights === rights}
        onChange={() => form.set({ rights })}
      />
      <span>
        {label}
        <small>{text}</small>
        {risk !== undefined && (
          <small>
            <strong>{t.risk}</strong> {risk}
          </small>
        )}
      </span>
    </label>
  );
}

function StoredContextFields({ form }: Pick<RightsCardProps, 'form'>): VNode {
  const t = useMessages('reportAdmin').settings;
  const days = form.field('contextDays', { label: t.contextDays, required: true });
  return (
    <>
      <div class="ui-two">
        <NumberField
          {...days}
          whole
          hint={t.contextDaysHint}
          value={days.value ?? undefined}
          onChange={(value) => days.onChange(value ?? null)}
        />
      </div>
      <Checkbox {...form.field('keepSecrets', { label: t.keepSecrets })} hint={t.keepSecretsHint} />
    </>
  );
}

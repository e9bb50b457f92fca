import type { ReportSettings, ReportSettingsChange } from '@inlay/protocol/report-settings';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { NumberField } from '@inlay/ui/controls/number-field';
import { TextField } from '@inlay/ui/controls/text-field';
import type { Form } from '@inlay/ui/form/use-form';
import { Badge } from '@inlay/ui/layout/badge';
import { Card } from '@inlay/ui/layout/card';
import type { ComponentChildren, VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { GuideLink } from '../report-page.tsx';
import { SecretField } from './secret-field.tsx';

interface RightsCardProps {
  readonly form: Form<ReportSettingsChange>;
  readonly hasSecret: boolean;
  readonly onSecret: () => void;
}

/** Where the rights of a viewer come from when a message is sent (ADR 353). */
export function RightsCard({ form, hasSecret, onSecret }: RightsCardProps): VNode {
  const { rights: t } = useMessages('reportAdmin').settings;
  const { id, error } = form.field('rights', { label: t.title });
  const choice = (rights: ReportSettings['rights']) => ({
    isChosen: form.values.rights === rights,
    onChoose: () => form.set({ rights }),
  });
  return (
    <Card title={t.title} text={t.text}>
      <fieldset id={id} class="report-rights" aria-label={t.title}>
        <Choice {...choice('off')} label={t.off} text={t.offText} />
        <Choice
          {...choice('assertion')}
          label={t.assertion}
          isRecommended
          text={t.assertionText}
          risk={t.assertionRisk}
        >
          <AssertionFields form={form} hasSecret={hasSecret} onSecret={onSecret} />
        </Choice>
        <Choice
          {...choice('stored-context')}
          label={t.storedContext}
          text={t.storedContextText}
          risk={t.storedContextRisk}
        >
          <StoredContextFields form={form} />
        </Choice>
      </fieldset>
      {error && <p class="ui-field-error">{error}</p>}
    </Card>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isRecommended?: boolean;
  readonly text: string;
  readonly risk?: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** What it needs, once it is chosen. */
  readonly children?: ComponentChildren;
}

function Choice(props: ChoiceProps): VNode {
  const { label, isRecommended = false, text, risk, isChosen, onChoose, children } = props;
  const t = useMessages('reportAdmin').settings.rights;
  return (
    <div class="ui-box ui-stack">
      <label class="ui-checkbox">
        <input type="radio" name="rights" checked={isChosen} onChange={onChoose} />
        <span>
          <span class="ui-row">
            {label}
            {isRecommended && <Badge tone="good">{t.recommended}</Badge>}
          </span>
          <small>{text}</small>
          {risk !== undefined && (
            <small>
              <strong>{t.risk}</strong> {risk}
            </small>
          )}
        </span>
      </label>
      {isChosen && children && <div class="ui-stack report-needs">{children}</div>}
    </div>
  );
}

function AssertionFields({ form, hasSecret, onSecret }: RightsCardProps): VNode {
  const t = useMessages('reportAdmin').settings;
  return (
    <>
      <TextField
        {...form.field('assertionUrl', { label: t.assertionUrl, required: true })}
        mono
        placeholder="https://app.example.com/inlay/assertion"
        hint={
          <>
            {t.assertionUrlHint}{' '}
            <GuideLink page="reports#the-endpoint-of-your-server">{t.assertionGuide}</GuideLink>
          </>
        }
      />
      <SecretField hasSecret={hasSecret} onSecret={onSecret} />
    </>
  );
}

function StoredContextFields({ form }: Pick<RightsCardProps, 'form'>): VNode {
  const t = useMessages('reportAdmin').settings;
  const days = form.field('contextDays', { label: t.contextDays, required: true });
  return (
    <>
      <div class="report-number">
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

import { FREQUENCIES } from '@inlay/protocol/report-schedule';
import {
  type ReportSettings,
  type ReportSettingsChange,
  ReportSettingsChangeSchema,
} from '@inlay/protocol/report-settings';
import { ChoiceField } from '@inlay/ui/controls/choice-field';
import { NumberField } from '@inlay/ui/controls/number-field';
import { TextField } from '@inlay/ui/controls/text-field';
import { type Form, useForm } from '@inlay/ui/form/use-form';
import { Card } from '@inlay/ui/layout/card';
import { Notice } from '@inlay/ui/layout/notice';
import { SaveBar } from '@inlay/ui/layout/save-bar';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../../api/api.ts';
import type { QueryResult } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { Rich } from '../../../parts/text/rich.tsx';
import { RecipientsCard } from './recipients-card.tsx';
import { RightsCard } from './rights-card.tsx';

interface ReportSettingsFormProps {
  readonly settings: ReportSettings;
  readonly query: Pick<QueryResult<ReportSettings>, 'reload' | 'replace'>;
}

/** All report settings but the pause, which is not a setting that somebody tries out and saves later. */
export function ReportSettingsForm({ settings, query }: ReportSettingsFormProps): VNode {
  const t = useMessages('reportAdmin').settings;
  const { isPaused: _, hasSecret, ...initial } = settings;
  const form = useForm({
    schema: ReportSettingsChangeSchema,
    initial: initial as ReportSettingsChange,
    save: (_, body) => api.patch('/report-settings', { body }),
    onSaved: (saved) => {
      query.replace(saved);
      showToast(t.saved);
    },
  });
  return (
    <form class="ui-stack" {...form.props}>
      {form.error && (
        <Notice tone="bad" title={t.notSaved}>
          {form.error}
        </Notice>
      )}
      <RightsCard form={form} hasSecret={hasSecret} onSecret={query.reload} />
      {form.values.rights !== 'off' && (
        <>
          <RecipientsCard form={form} />
          <LimitsCard form={form} />
          <PageCard form={form} />
        </>
      )}
      {form.isDirty && <SaveBar busy={form.busy} onSave={() => void form.submit()} onDiscard={form.reset} />}
    </form>
  );
}

interface CardProps {
  readonly form: Form<ReportSettingsChange>;
}

function LimitsCard({ form }: CardProps): VNode {
  const { settings: t, frequencies: names } = useMessages('reportAdmin');
  const frequencies = form.field('frequencies', { label: t.limits.frequencies });
  const maxPerViewer = form.field('maxPerViewer', { label: t.limits.maxPerViewer, required: true });
  return (
    <Card title={t.limits.title}>
      <ChoiceField
        {...frequencies}
        hint={t.limits.frequenciesHint}
        options={FREQUENCIES.map((value) => ({ value, label: names[value] }))}
        // In the order of the list, so that a box ticked and unticked is no change.
        onChange={(chosen) => frequencies.onChange(FREQUENCIES.filter((each) => chosen.includes(each)))}
      />
      <div class="report-number">
        <NumberField
          {...maxPerViewer}
          whole
          value={maxPerViewer.value ?? undefined}
          onChange={(value) => maxPerViewer.onChange(value ?? null)}
        />
      </div>
    </Card>
  );
}

function PageCard({ form }: CardProps): VNode {
  const t = useMessages('reportAdmin').settings.page;
  const placeholders = { embed: <code>{'{embed}'}</code>, subscription: <code>{'{subscription}'}</code> };
  return (
    <Card title={t.title}>
      <TextField
        {...form.field('pageUrl', { label: t.label })}
        mono
        optional
        placeholder="https://app.example.com/reports?embed={embed}"
        hint={<Rich text={t.hint} parts={placeholders} />}
      />
    </Card>
  );
}

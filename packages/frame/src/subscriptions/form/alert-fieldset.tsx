import type { AlertFields } from '@inlay/content/page-state';
import type { NewSubscription } from '@inlay/content/subscription';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import type { DraftErrors } from '../data/check-draft.ts';
import type { AlertDraft } from '../data/draft.ts';
import type { SubscriptionUi } from '../data/subscription-ui.ts';
import { scaled, valueStyle } from '../words/value-text.ts';
import { DryRun } from './dry-run.tsx';

interface AlertFieldsetProps {
  readonly ui: SubscriptionUi;
  readonly alert: AlertDraft;
  readonly fields: AlertFields | undefined;
  readonly errors: DraftErrors;
  /** As it would be saved. */
  readonly body: NewSubscription;
  readonly onChange: (alert: AlertDraft) => void;
}

const QUIET_MINUTES = [0, 60, 360, 1440, 4320, 10_080, 43_200];

/** When an alert fires, and how often it did in the past. */
export function AlertFieldset({ ui, alert, fields, errors, body, onChange }: AlertFieldsetProps): VNode {
  const { context, messages, lang } = ui;
  const { measures = [], dimensions = [] } = fields ?? {};
  const { format } = measures.find(({ name }) => name === alert.measure) ?? {};
  const style = valueStyle(format, { lang, currency: context.page.currency });
  const change = (more: Partial<AlertDraft>) => onChange({ ...alert, ...more });
  const withUnit = (label: string, unit = style.unit) => (unit === '' ? label : `${label} (${unit})`);
  const number = (value: number | undefined, scale = style.scale) =>
    value === undefined ? undefined : scaled(value, scale);
  const hasLimit = alert.kind === 'above' || alert.kind === 'below';
  const inPercent = alert.unit === 'percent';
  return (
    <>
      <div class="inlay-subscriptions-row">
        <Select
          label={messages.measure}
          value={alert.measure}
          options={named(measures, alert.measure)}
          error={errors.measure}
          onChange={(measure) => change({ measure })}
        />
        <Select
          label={messages.condition}
          value={alert.kind}
          options={(['above', 'below', 'change', 'missing'] as const).map((value) => ({
            value,
            label: messages.conditions[value],
          }))}
          error={errors.condition}
          onChange={(kind) => change({ kind, normalAt: undefined })}
        />
        {hasLimit && (
          <NumberField
            label={withUnit(messages.limit)}
            value={number(alert.limit)}
            error={errors.limit}
            onChange={(limit) => change({ limit: number(limit, 1 / style.scale) })}
          />
        )}
        {alert.kind === 'change' && (
          <>
            <Select
              label={messages.direction}
              value={alert.direction}
              options={(['either', 'up', 'down'] as const).map((value) => ({
                value,
                label: messages.directions[value],
              }))}
              onChange={(direction) => change({ direction })}
            />
            <NumberField
              label={withUnit(messages.amount, inPercent ? '%' : style.unit)}
              value={number(alert.amount, inPercent ? 1 : style.scale)}
              min={0}
              error={errors.amount}
              onChange={(amount) => change({ amount: number(amount, inPercent ? 1 : 1 / style.scale) })}
            />
            <Select
              label={messages.unit}
              value={alert.unit}
              options={(['percent', 'absolute'] as const).map((value) => ({ value, label: messages[value] }))}
              onChange={(unit) => change({ unit })}
            />
          </>
        )}
        {(dimensions.length > 0 || alert.by !== '') && (
          <Select
            label={messages.each}
            value={alert.by}
            options={[
              { value: '', label: messages.together },
              ...named(dimensions, alert.by).map(({ value, label }) => ({
                value,
                label: messages.eachOf({ dimension: label }),
              })),
            ]}
            error={errors.by}
            onChange={(by) => change({ by })}
          />
        )}
      </div>
      <details>
        <summary>{messages.more}</summary>
        <div class="inlay-subscriptions-row">
          {hasLimit && (
            <NumberField
              label={withUnit(alert.kind === 'above' ? messages.normalBelow : messages.normalAbove)}
              value={number(alert.normalAt)}
              hint={messages.normalHint}
              error={errors.normalAt}
              onChange={(normalAt) => change({ normalAt: number(normalAt, 1 / style.scale) })}
            />
          )}
          <Select
            label={messages.quiet}
            value={`${alert.quietMinutes}`}
            options={[...new Set([...QUIET_MINUTES, alert.quietMinutes])].map((minutes) => ({
              value: `${minutes}`,
              label: minutes === 0 ? messages.quietNone : durationText(minutes, lang),
            }))}
            onChange={(minutes) => change({ quietMinutes: Number(minutes) })}
          />
        </div>
      </details>
      <DryRun ui={ui} body={body} isReady={isReady(alert)} />
    </>
  );
}

const isReady = ({ measure, kind, limit, amount }: AlertDraft): boolean =>
  measure !== '' &&
  (kind === 'missing' || (kind === 'change' ? amount !== undefined && amount > 0 : limit !== undefined));

/** Options of fields, and the chosen one if the tile no longer has it. */
function named(
  fields: readonly { readonly name: string; readonly label: string }[],
  chosen: string,
): readonly { readonly value: string; readonly label: string }[] {
  const options = fields.map(({ name, label }) => ({ value: name, label }));
  const isKnown = chosen === '' || fields.some(({ name }) => name === chosen);
  return isKnown ? options : [...options, { value: chosen, label: chosen }];
}

/** Minutes as "6 hours" or "3 days". */
function durationText(minutes: number, lang: string): string {
  const [unit, length] =
    minutes % 1440 === 0
      ? (['day', 1440] as const)
      : minutes % 60 === 0
        ? (['hour', 60] as const)
        : (['minute', 1] as const);
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / length);
}

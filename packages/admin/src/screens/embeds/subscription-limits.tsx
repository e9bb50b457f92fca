import type { EmbedContent } from '@inlay/content/embed';
import { REPORT_FORMATS } from '@inlay/content/subscription';
import { FREQUENCIES } from '@inlay/protocol/report-schedule';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { ChoiceField } from '@inlay/ui/controls/choice-field';
import { NumberField } from '@inlay/ui/controls/number-field';
import type { Form } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';

interface SubscriptionLimitsProps {
  readonly form: Pick<Form<EmbedContent>, 'values' | 'field'>;
}

/** What viewers of the embed can subscribe to, where that is less than the report settings allow. */
export function SubscriptionLimits({ form }: SubscriptionLimitsProps): VNode {
  const t = useMessages('embeds').form.subscriptions;
  const limits = form.values.options?.subscriptions;
  const alerts = form.field('options.subscriptions.alerts', { label: t.alerts });
  const ownAddress = form.field('options.subscriptions.ownAddressOnly', { label: t.ownAddressOnly });
  const frequencies = form.field('options.subscriptions.frequencies', { label: t.frequencies });
  const formats = form.field('options.subscriptions.formats', { label: t.formats });
  const max = form.field('options.subscriptions.maxRecipients', { label: t.maxRecipients });
  // Stays open when the last limit is removed.
  const [isOpen] = useState(limits !== undefined);
  return (
    <details class="more" open={isOpen}>
      <summary>{t.title}</summary>
      <div class="ui-stack">
        <p class="ui-small ui-muted">{t.text}</p>
        <Checkbox label={alerts.label} checked={limits?.alerts !== false} onChange={alerts.onChange} />
        <Checkbox {...ownAddress} />
        {!ownAddress.checked && (
          <NumberField
            {...max}
            optional
            whole
            value={max.value ?? undefined}
            onChange={(value) => max.onChange(value ?? null)}
          />
        )}
        <ChoiceField
          {...frequencies}
          optional
          hint={t.noneChosen}
          options={FREQUENCIES.map((value) => ({ value, label: t.everyNames[value] }))}
          onChange={(chosen) => frequencies.onChange(chosenOf(FREQUENCIES, chosen))}
        />
        <ChoiceField
          {...formats}
          optional
          hint={t.noneChosen}
          options={REPORT_FORMATS.map((value) => ({ value, label: t.formatNames[value] }))}
          onChange={(chosen) => formats.onChange(chosenOf(REPORT_FORMATS, chosen))}
        />
      </div>
    </details>
  );
}

/** In the order of the list, so that a box ticked and unticked is no change. None means no limit. */
function chosenOf<Value extends string>(
  all: readonly Value[],
  chosen: readonly string[],
): readonly Value[] | undefined {
  const found = all.filter((each) => chosen.includes(each));
  return found.length === 0 ? undefined : found;
}

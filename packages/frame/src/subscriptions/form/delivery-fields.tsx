import type { ReportFormat } from '@inlay/content/subscription';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import type { VNode } from 'preact';
import { type DraftErrors, domainsText } from '../data/check-draft.ts';
import { canEmail, type Draft, EMAIL, formatsFor, hasOtherAddresses } from '../data/draft.ts';
import type { SubscriptionUi } from '../data/subscription-ui.ts';
import { formatText } from '../words/describe-subscription.ts';

interface DeliveryFieldsProps {
  readonly ui: SubscriptionUi;
  readonly draft: Draft;
  readonly errors: DraftErrors;
  /** Whether one tile is sent. */
  readonly isTile: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** Where it goes, and as what. */
export function DeliveryFields({ ui, draft, errors, isTile, onChange }: DeliveryFieldsProps): VNode {
  const { messages, lang, options } = ui;
  const { to, format, kind } = draft;
  const { ownAddress, allowedDomains, maxRecipients, destinations } = options;
  const email =
    ownAddress && !hasOtherAddresses(options) ? messages.you({ address: ownAddress }) : messages.email;
  const formatsAt = (place: string) => formatsFor({ to: place }, options, isTile);
  const formats = formatsAt(to);
  const move = (place: string) => {
    const allowed: readonly ReportFormat[] = formatsAt(place);
    onChange({ to: place, format: allowed.includes(format) ? format : (allowed[0] ?? format) });
  };
  return (
    <>
      <div class="inlay-subscriptions-row">
        <Select
          label={messages.to}
          value={to}
          options={[
            ...(canEmail(options) || to === EMAIL ? [{ value: EMAIL, label: email }] : []),
            ...destinations.map((each) => ({
              value: each.id,
              label: messages.destination({
                name: each.name,
                kind: each.kind === 'webhook' ? 'other' : each.kind,
              }),
            })),
          ]}
          error={errors.to ?? (hasOtherAddresses(options) ? undefined : errors.recipients)}
          onChange={move}
        />
        {kind === 'report' && (
          <Select
            label={messages.format}
            value={format}
            options={(formats.includes(format) ? formats : [format, ...formats]).map((value) => ({
              value,
              label: formatText(ui, value),
            }))}
            error={errors.format}
            onChange={(value) => onChange({ format: value })}
          />
        )}
      </div>
      {to === EMAIL && hasOtherAddresses(options) && (
        <TextField
          label={messages.recipients}
          value={draft.recipients}
          hint={messages.recipientsHint({
            count: maxRecipients.toLocaleString(lang),
            domains: domainsText(allowedDomains, lang),
          })}
          error={errors.recipients}
          onChange={(recipients) => onChange({ recipients })}
        />
      )}
    </>
  );
}

import type { ReportSettingsChange } from '@inlay/protocol/report-settings';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { TypedField } from '@inlay/ui/controls/typed-field';
import type { Form } from '@inlay/ui/form/use-form';
import { Card } from '@inlay/ui/layout/card';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';

interface RecipientsCardProps {
  readonly form: Form<ReportSettingsChange>;
}

const ATTRIBUTE = 'attributes.';

/** Whom viewers can reach by email. */
export function RecipientsCard({ form }: RecipientsCardProps): VNode {
  const t = useMessages('reportAdmin').settings.recipients;
  const max = form.field('maxRecipients', { label: t.max, required: true });
  const domains = form.field('allowedDomains', { label: t.domains });
  return (
    <Card title={t.title} text={t.text}>
      <OwnAddress form={form} />
      <TypedField
        {...domains}
        mono
        lines={3}
        optional
        hint={t.domainsHint}
        placeholder="example.com"
        parse={domainsIn}
        write={(values: readonly string[]) => values.join('\n')}
        onChange={(values) => domains.onChange(values ?? [])}
      />
      <div class="report-number">
        <NumberField
          {...max}
          whole
          value={max.value ?? undefined}
          onChange={(value) => max.onChange(value ?? null)}
        />
      </div>
    </Card>
  );
}

/** Addresses and domains as somebody pastes them: `@Example.com` is the domain `example.com`. */
const domainsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .map((entry) => entry.slice(entry.lastIndexOf('@') + 1))
      .filter(Boolean),
  ),
];

function OwnAddress({ form }: RecipientsCardProps): VNode {
  const t = useMessages('reportAdmin').settings.recipients;
  const { value, onChange, error, ...field } = form.field('recipientFrom', { label: t.attributeName });
  const isAttribute = value.startsWith(ATTRIBUTE);
  const attribute = value.slice(ATTRIBUTE.length);
  return (
    <div class="ui-two">
      <Select
        label={t.from}
        value={isAttribute ? 'attribute' : 'username'}
        options={[
          { value: 'username', label: t.username },
          { value: 'attribute', label: t.attribute },
        ]}
        onChange={(source) => onChange(source === 'username' ? 'username' : `${ATTRIBUTE}email`)}
      />
      {isAttribute && (
        <TextField
          {...field}
          mono
          autocapitalize="none"
          value={attribute}
          error={error && attribute === '' ? t.attributeMissing : error}
          onChange={(name) => onChange(`${ATTRIBUTE}${name}`)}
        />
      )}
    </div>
  );
}

import { isLinkTemplate } from '@inlay/charts/options/link-template';
import type { ClickAction } from '@inlay/charts/tile';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { TargetDashboard } from '../editor-backend.ts';
import { labelOf } from '../editor-context.ts';
import { patch, undefinedIfEmpty } from '../model/patch.ts';
import type { MoreProps } from './more-context.ts';

const EMPTY: { readonly [Kind in ClickAction['kind']]: ClickAction } = {
  dashboard: { kind: 'dashboard', dashboard: '' },
  url: { kind: 'url', url: '' },
  host: { kind: 'host' },
};

/** What a click on a mark does. */
export function ClickFields({ context, messages }: MoreProps): VNode {
  const { tile, dataset, change } = context;
  const { click } = tile;
  const put = (next: ClickAction | undefined, mergeKey?: string) =>
    change(patch(tile, { click: next }), mergeKey);
  const [example = 'region'] = tile.query.dimensions.map(({ column }) => column);
  return (
    <fieldset class="te-group">
      <Select
        label={messages.click}
        options={[
          { value: '', label: messages.clickFilters },
          { value: 'dashboard', label: messages.clickDashboard },
          { value: 'url', label: messages.clickUrl },
          { value: 'host', label: messages.clickHost },
        ]}
        value={click?.kind ?? ''}
        onChange={(kind) => put(kind === '' ? undefined : EMPTY[kind as ClickAction['kind']])}
      />
      {click?.kind === 'dashboard' && (
        <TargetFields
          context={context}
          messages={messages}
          click={click}
          onChange={put}
          columns={tile.query.dimensions.map(({ column }) => ({
            value: column,
            label: labelOf(dataset, column),
          }))}
        />
      )}
      {click?.kind === 'url' && (
        <TextField
          label={messages.clickAddress}
          placeholder={`https://crm.example.com/{${example}}`}
          hint={messages.clickAddressHint}
          error={click.url === '' || isLinkTemplate(click.url) ? undefined : messages.clickAddressInvalid}
          value={click.url}
          onChange={(url) => put({ kind: 'url', url: url.trim() }, 'click-url')}
        />
      )}
      {click?.kind === 'host' && <p class="ui-field-hint">{messages.clickHostHint}</p>}
    </fieldset>
  );
}

interface TargetFieldsProps extends MoreProps {
  readonly click: Extract<ClickAction, { readonly kind: 'dashboard' }>;
  readonly columns: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (click: ClickAction) => void;
}

/** The dashboard that a click opens, and the values that its filters get. */
function TargetFields({ context, messages, click, columns, onChange }: TargetFieldsProps): VNode {
  const { backend } = context;
  const [dashboards, setDashboards] = useState<readonly TargetDashboard[]>();
  const [filters, setFilters] = useState<readonly { readonly id: string; readonly label: string }[]>([]);
  useEffect(() => {
    backend.dashboards().then(setDashboards, () => setDashboards([]));
  }, [backend]);
  useEffect(() => {
    let isCurrent = true;
    const show = (found: typeof filters) => isCurrent && setFilters(found);
    if (click.dashboard === '') show([]);
    else backend.filtersOf(click.dashboard).then(show, () => show([]));
    return () => {
      isCurrent = false;
    };
  }, [backend, click.dashboard]);
  const isListed = dashboards?.some(({ id }) => id === click.dashboard);
  const sent = click.filters ?? {};
  return (
    <>
      <Select
        label={messages.clickTarget}
        options={
          dashboards && [
            ...(isListed
              ? []
              : [{ value: click.dashboard, label: click.dashboard || messages.chooseTarget }]),
            ...dashboards.map(({ id, title }) => ({ value: id, label: title })),
          ]
        }
        value={click.dashboard}
        onChange={(dashboard) => onChange({ kind: 'dashboard', dashboard })}
      />
      {filters.map(({ id, label }) => (
        <Select
          key={id}
          label={messages.clickFilter({ filter: label })}
          options={[{ value: '', label: messages.clickNoValue }, ...columns]}
          value={sent[id] ?? ''}
          onChange={(column) =>
            onChange(
              patch(click, {
                filters: undefinedIfEmpty(patch<typeof sent>(sent, { [id]: column || undefined })),
              }),
            )
          }
        />
      ))}
    </>
  );
}

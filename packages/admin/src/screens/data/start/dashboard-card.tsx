import { Checkbox } from '@inlay/ui/controls/checkbox';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import type { VNode } from 'preact';
import type { ShownApp } from '../../../api/content.ts';
import { useMessages } from '../../../messages.ts';
import { layOutTiles } from './lay-out-tiles.ts';
import type { ProposalPart } from './proposal-props.ts';
import type { ProposedDashboard } from './propose-dashboard.ts';
import { TilePreview } from './tile-preview.tsx';

interface DashboardCardProps extends ProposalPart {
  readonly connectionId: string;
  readonly dashboard: ProposedDashboard;
  readonly title: string;
  /** Empty for a new one. */
  readonly app: string;
  readonly apps: readonly ShownApp[];
}

/** The proposed dashboard with the numbers of all rows, as an administrator sees them. */
export function DashboardCard(props: DashboardCardProps): VNode {
  const t = useMessages('start').dashboard;
  const { connectionId, proposal, dashboard, title, app, apps } = props;
  const { choices, change, toggle, datasets } = proposal;
  const wanted = dashboard.tiles.filter(({ id }) => !choices.declined.has(id));
  const declined = dashboard.tiles.filter(({ id }) => choices.declined.has(id));
  const items = layOutTiles(wanted);
  const names = dashboard.filters.map(({ label }) => label).join(', ');
  return (
    <section class="ui-card start-dashboard" aria-label={t.title}>
      <Checkbox
        label={<strong>{t.include}</strong>}
        checked={choices.withDashboard}
        onChange={(withDashboard) => change({ withDashboard })}
      />
      {choices.withDashboard && (
        <>
          <div class="start-fields">
            <TextField label={t.name} value={title} onChange={(text) => change({ title: text })} />
            <Select
              label={t.app}
              value={app}
              hint={app === '' && t.newAppHint}
              options={[
                ...apps.map((each) => ({ value: each.id, label: each.title })),
                { value: '', label: t.newApp({ title }) },
              ]}
              onChange={(chosen) => change({ app: chosen })}
            />
          </div>
          {names !== '' && <p class="ui-muted">{t.filters({ names })}</p>}
          <ul class="start-tiles">
            {items.map(({ id, w, h }) => {
              const tile = wanted.find((each) => each.id === id);
              if (!tile) return null;
              return (
                <li key={id} class="ui-box start-tile" style={{ '--w': w }}>
                  <Checkbox label={tile.chart.title} checked onChange={() => toggle(id, false)} />
                  <TilePreview connectionId={connectionId} tile={tile} datasets={datasets} rows={h} />
                </li>
              );
            })}
          </ul>
          {declined.length > 0 && (
            <div class="ui-checkboxes">
              {declined.map(({ id, chart }) => (
                <Checkbox key={id} label={chart.title} checked={false} onChange={() => toggle(id, true)} />
              ))}
            </div>
          )}
        </>
      )}
    </section>
  );
}

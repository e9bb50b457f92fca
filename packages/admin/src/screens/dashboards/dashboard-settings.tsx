import type { DashboardContent } from '@inlay/content/dashboard';
import type { EditorDataset } from '@inlay/editor/editor-backend';
import { orNothing, type Patch, patch } from '@inlay/editor/model/patch';
import { VisibilityEditor } from '@inlay/editor/visibility-editor';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Checkbox } from '@inlay/ui/checkbox';
import { Field } from '@inlay/ui/field';
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ShownTile } from '../../api/content.ts';
import { editorTexts } from '../../charts/editor-texts.ts';
import { FilterControls } from '../content/filter-controls.tsx';
import type { ReachedTile } from '../content/filter-reach.tsx';
import { editorBackend } from '../tiles/editor-backend.ts';
import { DrillEditor } from './drill-editor.tsx';
import { itemTitle } from './layout.tsx';

interface DashboardSettingsProps {
  readonly appId: string;
  readonly dashboard: DashboardContent;
  readonly tiles: readonly ShownTile[];
  /** The item whose rule is shown; otherwise that of the whole dashboard. */
  readonly chosen: string | undefined;
  readonly onChange: (changes: Patch<DashboardContent>) => void;
}

/** All about a dashboard that is not its arrangement. */
export function DashboardSettings(props: DashboardSettingsProps): VNode {
  const { appId, dashboard, tiles, chosen, onChange } = props;
  const backend = useMemo(() => editorBackend(appId), [appId]);
  const [datasets, setDatasets] = useState<readonly EditorDataset[]>([]);
  useEffect(() => {
    backend.datasets().then(setDatasets, () => {});
  }, [backend]);
  const {
    title,
    description = '',
    items,
    filters = [],
    drill = [],
    visibility,
    crossFilter,
    template,
  } = dashboard;
  const item = items.find(({ id }) => id === chosen);
  const tick = (label: string, hint: string, checked: boolean, put: (checked: boolean) => void) => (
    <Checkbox label={label} hint={hint} checked={checked} onChange={put} />
  );
  return (
    <section class="ui-card" aria-label="Settings">
      <Field label="Title">
        <input
          class="ui-input"
          maxLength={256}
          value={title}
          onInput={(event) => onChange({ title: event.currentTarget.value })}
        />
      </Field>
      <Field label="Description" optional>
        <textarea
          class="ui-input prose short"
          maxLength={2000}
          value={description}
          onInput={(event) => onChange({ description: event.currentTarget.value || undefined })}
        />
      </Field>
      {tick(
        'Cross-filter',
        'A click on a bar or a point filters the other charts.',
        crossFilter ?? false,
        (on) => onChange({ crossFilter: on || undefined }),
      )}
      {tick('Template', 'Offered in the builder as something to start from.', template ?? false, (on) =>
        onChange({ template: on || undefined }),
      )}
      <details>
        <summary>Filters for viewers{filters.length > 0 && `, ${filters.length}`}</summary>
        <FilterControls
          filters={filters}
          datasets={datasets}
          backend={backend}
          tiles={reachedTiles(items, tiles)}
          onChange={(next) => onChange({ filters: orNothing(next) })}
        />
      </details>
      <details>
        <summary>Ways down into a chart{drill.length > 0 && `, ${drill.length}`}</summary>
        <DrillEditor
          drills={drill}
          datasets={datasets}
          onChange={(next) => onChange({ drill: orNothing(next) })}
        />
      </details>
      <details class="te step-rule" open={visibility !== undefined}>
        <summary>Who sees the dashboard</summary>
        <div class="stack-tight">
          <VisibilityEditor
            words={editorTexts()}
            rule={visibility}
            onChange={(rule) => onChange({ visibility: rule })}
          />
        </div>
      </details>
      {item && (
        <details class="te step-rule" open key={item.id}>
          <summary>Who sees “{itemTitle(item, tiles)}”</summary>
          <div class="stack-tight">
            <VisibilityEditor
              words={editorTexts()}
              rule={item.visibility}
              onChange={(rule) =>
                onChange({
                  items: items.map((other) => (other === item ? patch(other, { visibility: rule }) : other)),
                })
              }
            />
          </div>
        </details>
      )}
    </section>
  );
}

/** What filters can reach here: tiles of the app by their own id, charts of the dashboard by their item's. */
function reachedTiles(items: DashboardContent['items'], tiles: readonly ShownTile[]): readonly ReachedTile[] {
  const found = items.flatMap((item): readonly ReachedTile[] => {
    if ('chart' in item)
      return [{ id: item.id, title: titleOutline(item.chart.title), datasetId: item.chart.datasetId }];
    if (!('tile' in item)) return [];
    const tile = tiles.find(({ id }) => id === item.tile);
    return tile
      ? [{ id: tile.id, title: titleOutline(item.title ?? tile.title), datasetId: tile.datasetId }]
      : [];
  });
  return found.filter(({ id }, at) => found.findIndex((other) => other.id === id) === at);
}

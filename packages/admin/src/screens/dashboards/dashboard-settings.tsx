import type { DashboardContent, DashboardItem } from '@inlay/content/dashboard';
import type { EditorDataset } from '@inlay/editor/editor-backend';
import { type Patch, patch, undefinedIfEmpty } from '@inlay/editor/model/patch';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { TextField } from '@inlay/ui/controls/text-field';
import { Badge } from '@inlay/ui/layout/badge';
import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ShownTile } from '../../api/content.ts';
import { useMessages } from '../../messages.ts';
import { VisibilityEditor } from '../../parts/form/visibility-editor.tsx';
import { FilterControls } from '../content/filter-controls.tsx';
import type { FilterTarget } from '../content/filter-targets.tsx';
import { editorBackend } from '../tiles/editor-backend.ts';
import { DrillEditor } from './drill-editor.tsx';

interface DashboardSettingsProps {
  readonly appId: string;
  readonly dashboard: DashboardContent;
  readonly tiles: readonly ShownTile[];
  readonly onChange: (changes: Patch<DashboardContent>) => void;
}

/** Everything about a dashboard except its layout. */
export function DashboardSettings({ appId, dashboard, tiles, onChange }: DashboardSettingsProps): VNode {
  const t = useMessages('content').dashboards.settings;
  const backend = useMemo(() => editorBackend(appId), [appId]);
  const [datasets, setDatasets] = useState<readonly EditorDataset[]>();
  useEffect(() => {
    backend.datasets().then(setDatasets, () => setDatasets([]));
  }, [backend]);
  // Where they are below the dashboard, they would take half of its height.
  const [isOpen] = useState(() => matchMedia('(min-width: 1001px)').matches);
  const { items, filters = [], drill = [], visibility } = dashboard;
  return (
    <details class="ui-card dashboard-settings" open={isOpen}>
      <summary>{t.title}</summary>
      <div class="ui-stack">
        <TextField
          label={t.name}
          maxLength={256}
          value={dashboard.title}
          onChange={(title) => onChange({ title })}
        />
        <TextField
          label={t.description}
          optional
          lines={3}
          maxLength={2000}
          value={dashboard.description ?? ''}
          onChange={(description) => onChange({ description: description || undefined })}
        />
        <Checkbox
          label={t.crossFilter}
          hint={t.crossFilterHint}
          checked={dashboard.crossFilter ?? false}
          onChange={(crossFilter) => onChange({ crossFilter: crossFilter || undefined })}
        />
        <Checkbox
          label={t.template}
          hint={t.templateHint}
          checked={dashboard.template ?? false}
          onChange={(template) => onChange({ template: template || undefined })}
        />
        <div>
          <Section title={t.filters} count={filters.length}>
            <FilterControls
              filters={filters}
              datasets={datasets}
              backend={backend}
              tiles={filterTargets(items, tiles)}
              onChange={(next) => onChange({ filters: undefinedIfEmpty(next) })}
            />
          </Section>
          <Section title={t.drill} count={drill.length}>
            <DrillEditor
              drills={drill}
              datasets={datasets}
              onChange={(next) => onChange({ drill: undefinedIfEmpty(next) })}
            />
          </Section>
          <Section title={t.visibility} count={visibility ? 1 : 0}>
            <div class="ui-stack-tight">
              <VisibilityEditor rule={visibility} onChange={(rule) => onChange({ visibility: rule })} />
            </div>
          </Section>
          <Section title={t.items} count={items.filter((item) => item.visibility).length}>
            {items.length === 0 && <p class="ui-muted">{t.noItems}</p>}
            {inReadingOrder(items).map((item) => (
              <details key={item.id} class="item-visibility">
                <summary>
                  {itemTitle(item, tiles)} {item.visibility && <Badge tone="warning">{t.restricted}</Badge>}
                </summary>
                <div class="ui-stack-tight">
                  <VisibilityEditor
                    rule={item.visibility}
                    onChange={(rule) =>
                      onChange({
                        items: items.map((other) =>
                          other === item ? patch(other, { visibility: rule }) : other,
                        ),
                      })
                    }
                  />
                </div>
              </details>
            ))}
          </Section>
        </div>
      </div>
    </details>
  );
}

const inReadingOrder = (items: readonly DashboardItem[]) => items.toSorted((a, b) => a.y - b.y || a.x - b.x);

/** The title of an item, or the beginning of its text without Markdown syntax; values are left out. */
function itemTitle(item: DashboardItem, tiles: readonly ShownTile[]): string {
  if ('chart' in item) return titleOutline(item.chart.title);
  if ('text' in item) return titleOutline(item.text.replaceAll(/[*_#`]/g, '').slice(0, 60));
  return titleOutline(item.title ?? tiles.find(({ id }) => id === item.tile)?.title ?? item.tile);
}

/** The tiles that filters can apply to: those of the app by their own id, charts of the dashboard by their item's. */
function filterTargets(
  items: DashboardContent['items'],
  tiles: readonly ShownTile[],
): readonly FilterTarget[] {
  const found = items.flatMap((item): readonly FilterTarget[] => {
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

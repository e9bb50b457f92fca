import '@inlay/editor/tile-editor.css';
import { chartOf } from '@inlay/charts/chart-kinds';
import type { MemberSelection } from '@inlay/charts/focus';
import type { TileContent } from '@inlay/charts/tile';
import type { StepChart as StepChartContent } from '@inlay/content/story';
import type { EditorBackend, EditorDataset } from '@inlay/editor/editor-backend';
import type { EditorContext } from '@inlay/editor/editor-context';
import { type Patch, patch, undefinedIfEmpty } from '@inlay/editor/model/patch';
import { isTime } from '@inlay/editor/model/shape-of';
import { FilterEntries } from '@inlay/editor/panels/filter-entries';
import { Entry } from '@inlay/editor/parts/entry';
import type { QueryResult } from '@inlay/protocol/result';
import { Button } from '@inlay/ui/controls/button';
import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import { contentOf, type ShownTile } from '../../api/content.ts';
import { editorTexts } from '../../charts/editor-texts.ts';
import { useChartLocale } from '../../charts/use-chart-locale.ts';
import { useMessages } from '../../messages.ts';
import { MemberFields, type OfferedDimension } from './member-fields.tsx';
import { membersOf } from './step-chart-work.ts';
import { StepNotes } from './step-notes.tsx';

interface StepChartProps {
  readonly tile: ShownTile;
  readonly dataset: EditorDataset;
  readonly backend: EditorBackend;
  readonly result: QueryResult | undefined;
  readonly chart: StepChartContent | undefined;
  /** The steps, counted from 1, between which it stays in view. */
  readonly inView: { readonly from: number; readonly to: number } | undefined;
  readonly onChange: (chart: StepChartContent | undefined, about?: string) => void;
}

/** What a step highlights, zooms in on, notes and filters in its first chart. */
export function StepChart(props: StepChartProps): VNode {
  const { tile, dataset, backend, result, chart = {}, inView, onChange } = props;
  const t = useMessages('content').stories.chart;
  const locale = useChartLocale(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const { highlight = [], zoom, annotations = [], filters = [] } = chart;
  const put = (changes: Patch<StepChartContent>, about?: string) =>
    onChange(undefinedIfEmpty(patch(chart, changes)), about);
  const dimensions = tile.query.dimensions.map(({ column: name, grain }): OfferedDimension => {
    const column = dataset.columns.find((each) => each.name === name);
    return {
      name,
      label: column?.label ?? name,
      isTime: grain !== undefined || isTime(column),
      members: membersOf(result, name, locale),
    };
  });
  const [first] = dimensions;
  const context: EditorContext = {
    tile: contentOf(tile) as TileContent,
    dataset,
    messages: editorTexts(),
    backend,
    result,
    change: () => {},
  };
  const putHighlight = (next: readonly MemberSelection[]) => put({ highlight: undefinedIfEmpty(next) });
  const count = highlight.length + (zoom ? 1 : 0) + annotations.length + filters.length;
  return (
    <Section title={t.title} count={count} open={count > 0}>
      <div class="ui-stack step-chart">
        <p class="ui-field-hint">{inView ? t.inView(inView) : t.hint}</p>
        {first && (
          <fieldset class="ui-stack-tight">
            <legend>{t.highlight}</legend>
            {highlight.map((selection, index) => (
              <Entry
                key={index}
                label={t.highlightOf({ number: index + 1 })}
                removeLabel={t.removeHighlight({ number: index + 1 })}
                onRemove={() => putHighlight(highlight.toSpliced(index, 1))}
              >
                <MemberFields
                  selection={selection}
                  dimensions={dimensions}
                  onChange={(next) => putHighlight(highlight.with(index, next))}
                />
              </Entry>
            ))}
            <div>
              <Button icon="add" onClick={() => putHighlight([...highlight, { column: first.name }])}>
                {t.addHighlight}
              </Button>
            </div>
          </fieldset>
        )}
        {first && (
          <fieldset class="ui-stack-tight">
            <legend>{t.zoom}</legend>
            {zoom ? (
              <Entry label={t.zoom} removeLabel={t.removeZoom} onRemove={() => put({ zoom: undefined })}>
                <MemberFields
                  selection={zoom}
                  dimensions={dimensions}
                  onChange={(next) => put({ zoom: next })}
                />
              </Entry>
            ) : (
              <div>
                <Button icon="add" onClick={() => put({ zoom: { column: first.name } })}>
                  {t.addZoom}
                </Button>
              </div>
            )}
          </fieldset>
        )}
        {first && (chartOf(tile.kind).hasAnnotations || annotations.length > 0) && (
          <StepNotes
            annotations={annotations}
            along={dimensions.find(({ name }) => name === tile.options?.x) ?? first}
            onChange={(next, about) => put({ annotations: undefinedIfEmpty(next) }, about)}
          />
        )}
        <fieldset class="ui-stack-tight">
          <legend>{t.filters}</legend>
          <FilterEntries
            context={context}
            name="step-filter"
            filters={filters}
            onChange={(next, about) => put({ filters: undefinedIfEmpty(next) }, about)}
          />
        </fieldset>
      </div>
    </Section>
  );
}

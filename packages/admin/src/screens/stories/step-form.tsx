import type { StoryContent, StoryStep } from '@inlay/content/story';
import type { EditorBackend, EditorDataset } from '@inlay/editor/editor-backend';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Combobox } from '@inlay/ui/controls/combobox';
import { TextField } from '@inlay/ui/controls/text-field';
import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ShownTile } from '../../api/content.ts';
import { useMessages } from '../../messages.ts';
import { VisibilityEditor } from '../../parts/form/visibility-editor.tsx';
import { NarrativeField } from './narrative-field.tsx';
import { StepChart } from './step-chart.tsx';
import { fittingChart, stepsInView } from './step-chart-work.ts';
import type { TextContext } from './text/text-context.ts';

type Changes = { readonly [K in keyof StoryStep]?: StoryStep[K] | undefined };

interface StepFormProps {
  readonly story: StoryContent;
  readonly step: StoryStep;
  /** Undefined while they are loaded. */
  readonly tiles: readonly ShownTile[] | undefined;
  readonly datasets: readonly EditorDataset[] | undefined;
  readonly backend: EditorBackend;
  readonly context: Omit<TextContext, 'values'>;
  readonly onChange: (changes: Changes, about?: string) => void;
}

const NO_VALUES = {};

export function StepForm(props: StepFormProps): VNode {
  const { story, step, tiles = [], datasets = [], backend, onChange } = props;
  const t = useMessages('content').stories.step;
  const { values = NO_VALUES } = step;
  const context = useMemo((): TextContext => ({ ...props.context, values }), [props.context, values]);
  const [first = '', second = ''] = step.tiles ?? [];
  const tileOf = (id: string) => tiles.find((tile) => tile.id === id);
  const setTiles = (one: string, two: string) => {
    const chosen = [one, two].filter((id, index, all) => id !== '' && all.indexOf(id) === index);
    const [next = ''] = chosen;
    onChange({
      tiles: chosen.length === 0 ? undefined : chosen,
      ...(next !== first && { chart: step.chart && fittingChart(step.chart, tileOf(first), tileOf(next)) }),
    });
  };
  const text = (
    name: 'title' | 'narrative' | 'recommendation',
    label: string,
    rows: number,
    hint?: string,
  ) => (
    <NarrativeField
      label={label}
      optional={name !== 'title'}
      rows={rows}
      {...(hint === undefined ? {} : { hint })}
      value={step[name] ?? ''}
      context={context}
      onChange={(value, next, about) =>
        onChange(
          { [name]: value, ...(next === values ? {} : { values: next }) },
          `${step.id} ${name} ${about}`,
        )
      }
    />
  );
  const chooseTile = (label: string, value: string, onChange: (id: string) => void) => (
    <Combobox
      label={label}
      optional
      value={value}
      options={
        props.tiles && [
          { value: '', label: t.noChart },
          ...tiles.map(({ id, title }) => ({ value: id, label: titleOutline(title) })),
        ]
      }
      onChange={onChange}
    />
  );
  const tile = tileOf(first);
  const dataset = datasets.find(({ id }) => id === tile?.datasetId);
  const braces = '{{';
  return (
    <div class="ui-stack">
      {step.summary && <p class="ui-notice">{t.summaryHint}</p>}
      {text('title', t.title, 1, t.titleHint({ braces }))}
      {text('narrative', t.narrative, 6, t.narrativeHint({ braces }))}
      {!step.summary && (
        <>
          <div class="ui-two">
            {chooseTile(t.chart, first, (id) => setTiles(id, second))}
            {chooseTile(t.secondChart, second, (id) => setTiles(first, id))}
          </div>
          {tile && dataset && (
            <StepChart
              key={first}
              tile={tile}
              dataset={dataset}
              backend={backend}
              result={context.results.get(first)}
              chart={step.chart}
              inView={stepsInView(story, step.id)}
              onChange={(chart, about) => onChange({ chart }, about && `${step.id} chart ${about}`)}
            />
          )}
          {text('recommendation', t.recommendation, 2)}
        </>
      )}
      <TextField
        label={t.source}
        optional
        hint={t.sourceHint}
        maxLength={1000}
        value={step.source ?? ''}
        onChange={(source) => onChange({ source }, `${step.id} source`)}
      />
      <Section title={t.visibility} open={step.visibility !== undefined}>
        <div class="ui-stack-tight">
          <VisibilityEditor
            rule={step.visibility}
            onChange={(visibility) => onChange({ visibility }, `${step.id} visibility`)}
          />
        </div>
      </Section>
    </div>
  );
}

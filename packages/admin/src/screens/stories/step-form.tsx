import { writeValue } from '@inlay/charts/format/write-value';
import type { StoryStep } from '@inlay/content/story';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import type { QueryResult } from '@inlay/protocol/result';
import { Combobox } from '@inlay/ui/controls/combobox';
import { TextField } from '@inlay/ui/controls/text-field';
import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import type { ShownTile } from '../../api/content.ts';
import { useChartLocale } from '../../charts/use-chart-locale.ts';
import { useMessages } from '../../messages.ts';
import { VisibilityEditor } from '../../parts/form/visibility-editor.tsx';
import { NarrativeField } from './narrative-field.tsx';
import { nameFor } from './story-work.ts';
import type { ValueOffer } from './value-offers.ts';

type Changes = { readonly [K in keyof StoryStep]?: StoryStep[K] | undefined };

interface StepFormProps {
  readonly step: StoryStep;
  /** Undefined while they are loaded. */
  readonly tiles: readonly ShownTile[] | undefined;
  readonly offers: readonly ValueOffer[];
  readonly results: ReadonlyMap<string, QueryResult>;
  readonly onChange: (changes: Changes, about?: string) => void;
}

export function StepForm({ step, tiles, offers, results, onChange }: StepFormProps): VNode {
  const t = useMessages('content').stories.step;
  const locale = useChartLocale(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [first = '', second = ''] = step.tiles ?? [];
  const setTiles = (one: string, two: string) => {
    const chosen = [one, two].filter((id, index, all) => id !== '' && all.indexOf(id) === index);
    onChange({ tiles: chosen.length === 0 ? undefined : chosen });
  };
  const sample = ({ source, format }: ValueOffer) => {
    const result = results.get(source.tile);
    return result && writeValue(source, result, format, locale);
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
      offers={offers}
      sample={sample}
      onChange={(value) => onChange({ [name]: value }, `${step.id} ${name}`)}
      onValue={(offer, write) => {
        const values = step.values ?? {};
        const value = nameFor(offer.source, values);
        onChange({ [name]: write(value), values: { ...values, [value]: offer.source } });
      }}
    />
  );
  const chooseTile = (label: string, value: string, onChange: (id: string) => void) => (
    <Combobox
      label={label}
      optional
      value={value}
      options={
        tiles && [
          { value: '', label: t.noChart },
          ...tiles.map(({ id, title }) => ({ value: id, label: titleOutline(title) })),
        ]
      }
      onChange={onChange}
    />
  );
  const braces = '{{';
  return (
    <div class="ui-stack">
      {text('title', t.title, 1, t.titleHint({ braces }))}
      {text('narrative', t.narrative, 7, t.narrativeHint({ braces }))}
      <div class="ui-two">
        {chooseTile(t.chart, first, (id) => setTiles(id, second))}
        {chooseTile(t.secondChart, second, (id) => setTiles(first, id))}
      </div>
      {text('recommendation', t.recommendation, 2)}
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

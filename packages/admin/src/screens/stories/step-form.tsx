import { writeValue } from '@inlay/charts/format/write-value';
import type { StoryStep } from '@inlay/content/story';
import { VisibilityEditor } from '@inlay/editor/visibility-editor';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import type { QueryResult } from '@inlay/protocol/result';
import { Field } from '@inlay/ui/field';
import type { VNode } from 'preact';
import type { ShownTile } from '../../api/content.ts';
import { adminLocale } from '../../charts/admin-locale.ts';
import { editorTexts } from '../../charts/editor-texts.ts';
import { NarrativeField } from './narrative-field.tsx';
import { nameFor } from './story-work.ts';
import type { ValueOffer } from './value-offers.ts';

type Changes = { readonly [K in keyof StoryStep]?: StoryStep[K] | undefined };

interface StepFormProps {
  readonly step: StoryStep;
  readonly tiles: readonly ShownTile[];
  readonly offers: readonly ValueOffer[];
  readonly results: ReadonlyMap<string, QueryResult>;
  readonly onChange: (changes: Changes, about?: string) => void;
}

export function StepForm({ step, tiles, offers, results, onChange }: StepFormProps): VNode {
  const [first = '', second = ''] = step.tiles ?? [];
  const setTiles = (one: string, two: string) => {
    const chosen = [one, two].filter((id, index, all) => id !== '' && all.indexOf(id) === index);
    onChange({ tiles: chosen.length === 0 ? undefined : chosen });
  };
  const sample = ({ source, format }: ValueOffer) => {
    const result = results.get(source.tile);
    return result && writeValue(source, result, format, adminLocale);
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
  const choose = (label: string, value: string, onChoose: (id: string) => void) => (
    <Field label={label} optional>
      <select
        class="ui-input ui-select"
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <option value="">None</option>
        {tiles.map((tile) => (
          <option key={tile.id} value={tile.id}>
            {titleOutline(tile.title)}
          </option>
        ))}
      </select>
    </Field>
  );
  return (
    <div class="stack">
      {text('title', 'Title', 1, 'Say the finding. Type {{ for a value of the data.')}
      {text(
        'narrative',
        'Narrative',
        7,
        'Markdown: **bold**, lists, links. Type {{ for a value of the data.',
      )}
      <div class="two">
        {choose('Chart', first, (id) => setTiles(id, second))}
        {choose('Second chart', second, (id) => setTiles(first, id))}
      </div>
      {text('recommendation', 'Recommendation', 2)}
      <Field label="Source" optional hint="Where the numbers come from.">
        <input
          class="ui-input"
          maxLength={1000}
          value={step.source ?? ''}
          onInput={(event) => onChange({ source: event.currentTarget.value }, `${step.id} source`)}
        />
      </Field>
      <details class="te step-rule" open={step.visibility !== undefined}>
        <summary>Who sees this step</summary>
        <div class="stack-tight">
          <VisibilityEditor
            words={editorTexts()}
            rule={step.visibility}
            onChange={(visibility) => onChange({ visibility }, `${step.id} visibility`)}
          />
        </div>
      </details>
    </div>
  );
}

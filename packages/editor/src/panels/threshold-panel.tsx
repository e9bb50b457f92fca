import type { Threshold } from '@inlay/charts/options/every-kind';
import type { VNode } from 'preact';
import { type Desk, labelOf } from '../desk.ts';
import { orNothing, patch, patchOptions } from '../model/patch.ts';
import { Entry } from '../parts/entry.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Section } from '../parts/section.tsx';
import { Select } from '../parts/select.tsx';

export function ThresholdPanel({ desk }: { readonly desk: Desk }): VNode {
  const { tile, dataset, words, change } = desk;
  const thresholds = tile.options?.thresholds ?? [];
  const put = (next: readonly Threshold[], about?: string) =>
    change(patchOptions(tile, { thresholds: orNothing(next) }), about);
  const measures = tile.query.measures.map((name) => ({ key: name, label: labelOf(dataset, name) }));
  return (
    <Section title={words.thresholds} count={thresholds.length}>
      {thresholds.map((threshold, index) => {
        const replace = (changes: Parameters<typeof patch<Threshold>>[1]) =>
          put(thresholds.with(index, patch(threshold, changes)), `threshold-${index}`);
        return (
          <Entry
            key={index}
            label={words.threshold({ place: index + 1 })}
            removeLabel={words.remove}
            onRemove={() => put(thresholds.toSpliced(index, 1))}
          >
            <div class="te-pair">
              <Select
                quiet
                label={words.values}
                options={[{ key: '', label: words.anyValue }, ...measures]}
                chosen={threshold.column ?? ''}
                onChoose={(column) => replace({ column: column || undefined })}
              />
              <Select
                quiet
                label={words.tone}
                options={Object.entries(words.tones).map(([key, label]) => ({ key, label }))}
                chosen={threshold.tone}
                onChoose={(tone) => replace({ tone: tone as Threshold['tone'] })}
              />
            </div>
            <div class="te-pair">
              <NumberField label={words.from} value={threshold.from} onChange={(from) => replace({ from })} />
              <NumberField label={words.to} value={threshold.to} onChange={(to) => replace({ to })} />
            </div>
          </Entry>
        );
      })}
      <button
        type="button"
        class="ui-button"
        onClick={() =>
          put([
            ...thresholds,
            { ...(measures.length > 1 && measures[0] ? { column: measures[0].key } : {}), tone: 'good' },
          ])
        }
      >
        {words.addThreshold}
      </button>
    </Section>
  );
}

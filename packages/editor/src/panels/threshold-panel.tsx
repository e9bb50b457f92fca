import type { Threshold } from '@inlay/charts/options/every-kind';
import { Button } from '@inlay/ui/button';
import { NumberField } from '@inlay/ui/number-field';
import { Section } from '@inlay/ui/section';
import { Select } from '@inlay/ui/select';
import type { VNode } from 'preact';
import { type Desk, labelOf } from '../desk.ts';
import { orNothing, patch, patchOptions } from '../model/patch.ts';
import { Entry } from '../parts/entry.tsx';

export function ThresholdPanel({ desk }: { readonly desk: Desk }): VNode {
  const { tile, dataset, words, change } = desk;
  const thresholds = tile.options?.thresholds ?? [];
  const put = (next: readonly Threshold[], about?: string) =>
    change(patchOptions(tile, { thresholds: orNothing(next) }), about);
  const measures = tile.query.measures.map((name) => ({ value: name, label: labelOf(dataset, name) }));
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
                hideLabel
                label={words.values}
                options={[{ value: '', label: words.anyValue }, ...measures]}
                value={threshold.column ?? ''}
                onChange={(column) => replace({ column: column || undefined })}
              />
              <Select
                hideLabel
                label={words.tone}
                options={Object.entries(words.tones).map(([key, label]) => ({ value: key, label }))}
                value={threshold.tone}
                onChange={(tone) => replace({ tone: tone as Threshold['tone'] })}
              />
            </div>
            <div class="te-pair">
              <NumberField label={words.from} value={threshold.from} onChange={(from) => replace({ from })} />
              <NumberField label={words.to} value={threshold.to} onChange={(to) => replace({ to })} />
            </div>
          </Entry>
        );
      })}
      <Button
        onClick={() =>
          put([
            ...thresholds,
            { ...(measures.length > 1 && measures[0] ? { column: measures[0].value } : {}), tone: 'good' },
          ])
        }
      >
        {words.addThreshold}
      </Button>
    </Section>
  );
}

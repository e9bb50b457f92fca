import type { Threshold } from '@inlay/charts/options/every-kind';
import { Button } from '@inlay/ui/controls/button';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import { type EditorContext, labelOf } from '../editor-context.ts';
import { patch, patchOptions, undefinedIfEmpty } from '../model/patch.ts';
import { Entry } from '../parts/entry.tsx';

export function ThresholdPanel({ context }: { readonly context: EditorContext }): VNode {
  const { tile, dataset, messages, change } = context;
  const thresholds = tile.options?.thresholds ?? [];
  const put = (next: readonly Threshold[], mergeKey?: string) =>
    change(patchOptions(tile, { thresholds: undefinedIfEmpty(next) }), mergeKey);
  const measures = tile.query.measures.map((name) => ({ value: name, label: labelOf(dataset, name) }));
  return (
    <Section title={messages.thresholds} count={thresholds.length}>
      {thresholds.map((threshold, index) => {
        const replace = (changes: Parameters<typeof patch<Threshold>>[1]) =>
          put(thresholds.with(index, patch(threshold, changes)), `threshold-${index}`);
        return (
          <Entry
            key={index}
            label={messages.threshold({ place: index + 1 })}
            removeLabel={messages.remove}
            onRemove={() => put(thresholds.toSpliced(index, 1))}
          >
            <div class="te-pair">
              <Select
                hideLabel
                label={messages.values}
                options={[{ value: '', label: messages.anyValue }, ...measures]}
                value={threshold.column ?? ''}
                onChange={(column) => replace({ column: column || undefined })}
              />
              <Select
                hideLabel
                label={messages.tone}
                options={Object.entries(messages.tones).map(([key, label]) => ({ value: key, label }))}
                value={threshold.tone}
                onChange={(tone) => replace({ tone: tone as Threshold['tone'] })}
              />
            </div>
            <div class="te-pair">
              <NumberField
                label={messages.from}
                value={threshold.from}
                onChange={(from) => replace({ from })}
              />
              <NumberField label={messages.to} value={threshold.to} onChange={(to) => replace({ to })} />
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
        {messages.addThreshold}
      </Button>
    </Section>
  );
}

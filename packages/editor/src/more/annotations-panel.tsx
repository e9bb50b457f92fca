import { chartOf } from '@inlay/charts/chart-kinds';
import type { Annotation, ReferenceLine } from '@inlay/charts/options/every-kind';
import { Button } from '@inlay/ui/controls/button';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import type { EditorContext } from '../editor-context.ts';
import { patchOptions, undefinedIfEmpty } from '../model/patch.ts';
import { isTime } from '../model/shape-of.ts';
import { Entry } from '../parts/entry.tsx';

/** Reference lines at a value, and annotations at a position on the X axis of kinds that have one. */
export function AnnotationsPanel({ context }: { readonly context: EditorContext }): VNode {
  const { tile, dataset, messages, change } = context;
  const lines = tile.options?.referenceLines ?? [];
  const notes = tile.options?.annotations ?? [];
  const putLines = (next: readonly ReferenceLine[], mergeKey?: string) =>
    change(patchOptions(tile, { referenceLines: undefinedIfEmpty(next) }), mergeKey);
  const putNotes = (next: readonly Annotation[], mergeKey?: string) =>
    change(patchOptions(tile, { annotations: undefinedIfEmpty(next) }), mergeKey);
  const along = tile.options?.x ?? tile.query.dimensions[0]?.column;
  const isOnTime = isTime(dataset.columns.find(({ name }) => name === along));
  return (
    <Section title={messages.marks} count={lines.length + notes.length}>
      {lines.map((line, index) => (
        <Entry
          key={`line-${index}`}
          label={messages.line({ place: index + 1 })}
          removeLabel={messages.remove}
          onRemove={() => putLines(lines.toSpliced(index, 1))}
        >
          <div class="te-pair">
            <Select
              hideLabel
              label={messages.at}
              options={[
                { value: '', label: messages.fixedValue },
                { value: 'average', label: messages.average },
                { value: 'median', label: messages.median },
              ]}
              value={typeof line.value === 'number' ? '' : line.value}
              onChange={(key) =>
                putLines(lines.with(index, { ...line, value: (key || 0) as ReferenceLine['value'] }))
              }
            />
            {typeof line.value === 'number' && (
              <NumberField
                hideLabel
                label={messages.value}
                value={line.value}
                onChange={(value) =>
                  putLines(lines.with(index, { ...line, value: value ?? 0 }), `line-${index}`)
                }
              />
            )}
          </div>
          <TextField
            label={messages.label}
            value={line.label}
            onChange={(label) => putLines(lines.with(index, { ...line, label }), `line-${index}`)}
          />
        </Entry>
      ))}
      {notes.map((note, index) => (
        <Entry
          key={`note-${index}`}
          label={messages.note({ place: index + 1 })}
          removeLabel={messages.remove}
          onRemove={() => putNotes(notes.toSpliced(index, 1))}
        >
          <div class="te-pair">
            <TextField
              label={messages.at}
              type={isOnTime ? 'date' : 'text'}
              value={String(note.at)}
              onChange={(at) => putNotes(notes.with(index, { ...note, at }), `note-${index}`)}
            />
            <TextField
              label={messages.label}
              value={note.label}
              onChange={(label) => putNotes(notes.with(index, { ...note, label }), `note-${index}`)}
            />
          </div>
        </Entry>
      ))}
      <div class="te-row">
        <Button onClick={() => putLines([...lines, { value: 'average', label: messages.average }])}>
          {messages.addLine}
        </Button>
        {chartOf(tile.kind).hasAnnotations && (
          <Button onClick={() => putNotes([...notes, { at: '', label: '' }])}>{messages.addNote}</Button>
        )}
      </div>
    </Section>
  );
}

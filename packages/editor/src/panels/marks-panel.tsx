import type { Annotation, ReferenceLine } from '@inlay/charts/options/every-kind';
import { Button } from '@inlay/ui/button';
import { NumberField } from '@inlay/ui/number-field';
import { Section } from '@inlay/ui/section';
import { Select } from '@inlay/ui/select';
import { TextField } from '@inlay/ui/text-field';
import type { VNode } from 'preact';
import type { Desk } from '../desk.ts';
import { orNothing, patchOptions } from '../model/patch.ts';
import { isTime } from '../model/shape-of.ts';
import { Entry } from '../parts/entry.tsx';

/** Reference lines at a value, and annotations at a position on the X axis. */
export function MarksPanel({ desk }: { readonly desk: Desk }): VNode {
  const { tile, dataset, words, change } = desk;
  const lines = tile.options?.referenceLines ?? [];
  const notes = tile.options?.annotations ?? [];
  const putLines = (next: readonly ReferenceLine[], about?: string) =>
    change(patchOptions(tile, { referenceLines: orNothing(next) }), about);
  const putNotes = (next: readonly Annotation[], about?: string) =>
    change(patchOptions(tile, { annotations: orNothing(next) }), about);
  const along = tile.options?.x ?? tile.query.dimensions[0]?.column;
  const isOnTime = isTime(dataset.columns.find(({ name }) => name === along));
  return (
    <Section title={words.marks} count={lines.length + notes.length}>
      {lines.map((line, index) => (
        <Entry
          key={`line-${index}`}
          label={words.line({ place: index + 1 })}
          removeLabel={words.remove}
          onRemove={() => putLines(lines.toSpliced(index, 1))}
        >
          <div class="te-pair">
            <Select
              hideLabel
              label={words.at}
              options={[
                { value: '', label: words.fixedValue },
                { value: 'average', label: words.average },
                { value: 'median', label: words.median },
              ]}
              value={typeof line.value === 'number' ? '' : line.value}
              onChange={(key) =>
                putLines(lines.with(index, { ...line, value: (key || 0) as ReferenceLine['value'] }))
              }
            />
            {typeof line.value === 'number' && (
              <NumberField
                hideLabel
                label={words.value}
                value={line.value}
                onChange={(value) =>
                  putLines(lines.with(index, { ...line, value: value ?? 0 }), `line-${index}`)
                }
              />
            )}
          </div>
          <TextField
            label={words.label}
            value={line.label}
            onChange={(label) => putLines(lines.with(index, { ...line, label }), `line-${index}`)}
          />
        </Entry>
      ))}
      {notes.map((note, index) => (
        <Entry
          key={`note-${index}`}
          label={words.note({ place: index + 1 })}
          removeLabel={words.remove}
          onRemove={() => putNotes(notes.toSpliced(index, 1))}
        >
          <div class="te-pair">
            <TextField
              label={words.at}
              type={isOnTime ? 'date' : 'text'}
              value={String(note.at)}
              onChange={(at) => putNotes(notes.with(index, { ...note, at }), `note-${index}`)}
            />
            <TextField
              label={words.label}
              value={note.label}
              onChange={(label) => putNotes(notes.with(index, { ...note, label }), `note-${index}`)}
            />
          </div>
        </Entry>
      ))}
      <div class="te-row">
        <Button onClick={() => putLines([...lines, { value: 'average', label: words.average }])}>
          {words.addLine}
        </Button>
        <Button onClick={() => putNotes([...notes, { at: '', label: '' }])}>{words.addNote}</Button>
      </div>
    </Section>
  );
}

import type { Annotation, ReferenceLine } from '@inlay/charts/options/every-kind';
import type { VNode } from 'preact';
import type { Desk } from '../desk.ts';
import { orNothing, patchOptions } from '../model/patch.ts';
import { isTime } from '../model/shape-of.ts';
import { Entry } from '../parts/entry.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Section } from '../parts/section.tsx';
import { Select } from '../parts/select.tsx';
import { TextField } from '../parts/text-field.tsx';

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
              quiet
              label={words.at}
              options={[
                { key: '', label: words.fixedValue },
                { key: 'average', label: words.average },
                { key: 'median', label: words.median },
              ]}
              chosen={typeof line.value === 'number' ? '' : line.value}
              onChoose={(key) =>
                putLines(lines.with(index, { ...line, value: (key || 0) as ReferenceLine['value'] }))
              }
            />
            {typeof line.value === 'number' && (
              <NumberField
                quiet
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
        <button
          type="button"
          class="ui-button"
          onClick={() => putLines([...lines, { value: 'average', label: words.average }])}
        >
          {words.addLine}
        </button>
        <button type="button" class="ui-button" onClick={() => putNotes([...notes, { at: '', label: '' }])}>
          {words.addNote}
        </button>
      </div>
    </Section>
  );
}

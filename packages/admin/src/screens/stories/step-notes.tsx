import type { Annotation } from '@inlay/charts/options/every-kind';
import { Entry } from '@inlay/editor/parts/entry';
import { Button } from '@inlay/ui/controls/button';
import { Combobox } from '@inlay/ui/controls/combobox';
import { TextField } from '@inlay/ui/controls/text-field';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import type { OfferedDimension } from './member-fields.tsx';

interface StepNotesProps {
  readonly annotations: readonly Annotation[];
  /** The dimension along which they stand. */
  readonly along: OfferedDimension;
  readonly onChange: (annotations: readonly Annotation[], about?: string) => void;
}

/** Notes at positions along the X axis. */
export function StepNotes({ annotations, along, onChange }: StepNotesProps): VNode {
  const t = useMessages('content').stories.chart;
  const put = (index: number, changes: Partial<Annotation>) =>
    onChange(
      annotations.map((note, at) => (at === index ? { ...note, ...changes } : note)),
      `note-${index}`,
    );
  return (
    <fieldset class="ui-stack-tight">
      <legend>{t.notes}</legend>
      {annotations.map((note, index) => (
        <Entry
          key={index}
          label={t.note({ number: index + 1 })}
          removeLabel={t.removeNote({ number: index + 1 })}
          onRemove={() => onChange(annotations.toSpliced(index, 1))}
        >
          <div class="te-pair">
            <Combobox
              label={t.at}
              value={String(note.at)}
              placeholder={t.chooseMember}
              options={withOwn(along, note.at)}
              onChange={(key) => put(index, { at: positionOf(along, key) })}
              onOther={(typed) => put(index, { at: positionOf(along, typed) })}
            />
            <TextField
              label={t.label}
              maxLength={256}
              value={note.label}
              onChange={(label) => put(index, { label })}
            />
          </div>
        </Entry>
      ))}
      <div>
        <Button icon="add" onClick={() => onChange([...annotations, { at: '', label: '' }])}>
          {t.addNote}
        </Button>
      </div>
    </fieldset>
  );
}

/** A member, or what was typed: axes of measures have numbers. */
function positionOf({ members }: OfferedDimension, typed: string): Annotation['at'] {
  const value = members?.find((member) => String(member.value) === typed)?.value ?? typed;
  const number = Number(value);
  const isNumber = typeof value === 'number' || (typed.trim() !== '' && Number.isFinite(number));
  return isNumber ? number : String(value);
}

/** A position that the current result does not have stays what it is. */
function withOwn({ members }: OfferedDimension, at: Annotation['at']) {
  const options = members?.map(({ value, label }) => ({ value: String(value), label }));
  const isListed = at === '' || options?.some(({ value }) => value === String(at));
  return isListed ? options : [...(options ?? []), { value: String(at), label: String(at) }];
}

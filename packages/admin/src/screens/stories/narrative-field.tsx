import type { NamedValues } from '@inlay/protocol/narrative';
import { parseNarrative } from '@inlay/protocol/parse-narrative';
import { typedNumbers } from '@inlay/protocol/typed-numbers';
import { OptionalMark } from '@inlay/ui/controls/field';
import type { VNode } from 'preact';
import { useCallback, useId, useRef, useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { nameFor } from './story-work.ts';
import { ChipForm } from './text/chip-form.tsx';
import { Popover } from './text/popover.tsx';
import { problemText } from './text/problem-text.ts';
import { TextBox } from './text/text-box.tsx';
import { type Chip, chipsOf } from './text/text-chips.ts';
import type { TextContext } from './text/text-context.ts';
import type { TextEditor } from './text/text-editor.ts';
import { textOffers } from './text/text-offers.ts';
import { TextTools } from './text/text-tools.tsx';
import { partAt, removePart } from './text/write-marker.ts';

interface NarrativeFieldProps {
  readonly label: string;
  readonly optional?: boolean;
  readonly hint?: string;
  readonly value: string;
  readonly rows: number;
  readonly context: TextContext;
  /** Changes with the same key are undone together. */
  readonly onChange: (text: string, values: NamedValues, about: string) => void;
}

/** A text in which values and conditions are chips. `{{` and `/` open the list of values, as does its button. */
export function NarrativeField(props: NarrativeFieldProps): VNode {
  const { label, optional, hint, value, rows, context, onChange } = props;
  const stories = useMessages('content').stories;
  const { values: t, text: textTexts } = stories;
  const editor = useRef<TextEditor>(undefined);
  const [isReady, setReady] = useState(false);
  const [openAt, setOpenAt] = useState<number>();
  const id = useId();
  const parts = parseNarrative(value);
  const problem = parts.find((part) => 'problem' in part);
  const error = problem && 'problem' in problem ? problemText(problem, stories.problems) : undefined;
  const typed = typedNumbers(value);
  const warning = typed.length > 0 ? t.typed({ numbers: typed.join(', '), braces: '{{' }) : undefined;
  const findChips = useCallback((text: string) => chipsOf(text, context, stories), [context, stories]);
  /** Written by a form or a list, so that the editor has to be told. */
  const write = (text: string, values: NamedValues, about: string, caret?: number) => {
    editor.current?.setText(text, caret);
    onChange(text, values, about);
  };
  const remove = (from: number) => {
    setOpenAt(undefined);
    write(removePart(value, from), context.values, `remove ${from}`, from);
    editor.current?.focus();
  };
  const offers = (search: string) => {
    const { from: place, to } = editor.current?.selection() ?? { from: 0, to: 0 };
    const offering = { context, text: value, selected: value.slice(place, to), place, t: stories };
    return textOffers(search, offering, (from, end, { text, caret, offer, opens }) => {
      const rest = value.slice(end).replace(/^[^{}\n]*\}\}/, '');
      const values = offer
        ? { ...context.values, [nameFor(offer.source, context.values)]: offer.source }
        : context.values;
      write(`${value.slice(0, from)}${text}${rest}`, values, `insert ${from}`, from + caret);
      if (opens) setOpenAt(from);
    });
  };
  const opened = openAt === undefined ? undefined : partAt(value, openAt);
  return (
    <div class={error ? 'ui-field ui-field-invalid narrative' : 'ui-field narrative'}>
      <div class="text-head">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: like a label, it only moves the focus */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: like a label */}
        <span class="ui-field-label" id={`${id}-label`} onClick={() => editor.current?.focus()}>
          {label}
          {optional && <OptionalMark />}
        </span>
        {isReady && (
          <TextTools labelledBy={`${id}-label`} isMarkdown={rows > 1} editor={() => editor.current} />
        )}
      </div>
      <TextBox
        label={label}
        value={value}
        rows={rows}
        describedBy={`${id}-error ${id}-hint`}
        description={[error, hint, textTexts.chipKeys].filter(Boolean).join(' ')}
        isInvalid={error !== undefined}
        offersLabel={t.title}
        chipHint={textTexts.chipHint}
        chipsOf={findChips}
        offers={offers}
        onChange={(text) => onChange(text, context.values, 'typed')}
        onChip={({ from }: Chip) => setOpenAt(from)}
        onRemoveChip={({ from }: Chip) => remove(from)}
        onReady={() => setReady(true)}
        handle={editor}
      />
      {opened && openAt !== undefined && (
        <Popover
          key={openAt}
          label={textTexts.change}
          anchor={() => editor.current?.chipAt(openAt)}
          onClose={(hadFocus) => {
            setOpenAt(undefined);
            if (hadFocus) editor.current?.focus();
          }}
        >
          <ChipForm
            part={opened}
            context={context}
            onReplace={(written, values) =>
              write(
                `${value.slice(0, opened.start)}${written}${value.slice(opened.end)}`,
                values,
                `chip ${openAt}`,
              )
            }
            onRemove={() => remove(openAt)}
            onDone={() => {
              setOpenAt(undefined);
              editor.current?.focus();
            }}
          />
        </Popover>
      )}
      {error && (
        <span class="ui-field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
      {hint && (
        <span class="ui-field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {/* A notice is a status itself, but it is announced only if its place was there before. */}
      <div role="status">{warning && <p class="ui-notice ui-notice-warning">{warning}</p>}</div>
    </div>
  );
}

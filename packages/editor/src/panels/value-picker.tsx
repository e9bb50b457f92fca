import '../fields.css';
import type { Scalar } from '@inlay/protocol/query';
import { Icon } from '@inlay/ui/icon';
import type { VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { EditorBackend, EditorColumn, ValuesAnswer } from '../editor-backend.ts';
import type { EditorTexts } from '../editor-texts.ts';

interface ValuePickerProps {
  readonly backend: EditorBackend;
  readonly words: EditorTexts;
  readonly datasetId: string;
  readonly column: EditorColumn;
  readonly chosen: readonly Scalar[];
  readonly single?: boolean;
  readonly onChoose: (values: readonly Scalar[]) => void;
}

const NOTHING: ValuesAnswer = { values: [], truncated: false };

/** Values of a column, found as one types; what the column does not have can be typed all the same. */
export function ValuePicker(props: ValuePickerProps): VNode {
  const { backend, words, datasetId, column, chosen, single, onChoose } = props;
  const [text, setText] = useState('');
  const [offered, setOffered] = useState(NOTHING);
  const [asked, setAsked] = useState(false);
  const list = useId();
  const isNumber = column.type !== 'string' && column.type !== 'json';
  useEffect(() => {
    if (!asked) return undefined;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      backend
        .values(datasetId, column.name, text, asking.signal)
        .then(setOffered, () => !asking.signal.aborted && setOffered(NOTHING));
    }, 200);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [asked, text, datasetId, column.name, backend]);
  const add = (typed: string) => {
    const number = Number(typed);
    const value = isNumber && Number.isFinite(number) ? number : typed;
    if (typed === '' || chosen.includes(value)) return;
    onChoose(single ? [value] : [...chosen, value]);
    setText('');
  };
  const isOffered = (typed: string) => offered.values.some((value) => String(value) === typed);
  return (
    <div class="te-values">
      {chosen.length > 0 && (
        <ul class="te-chips">
          {chosen.map((value) => (
            <li key={String(value)} class="te-chip">
              <span class="te-chip-name" dir="auto">
                {String(value)}
              </span>
              <button
                type="button"
                class="te-chip-remove"
                aria-label={words.removeField({ name: String(value) })}
                onClick={() => onChoose(chosen.filter((other) => other !== value))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        class="ui-input"
        aria-label={words.findValue}
        placeholder={words.findValue}
        autocomplete="off"
        list={list}
        value={text}
        onFocus={() => setAsked(true)}
        onInput={(event) => {
          const { value } = event.currentTarget;
          // Choosing from the list fills the box at once; that is a choice, and needs no Enter.
          if ((event as InputEvent).inputType === 'insertReplacementText' && isOffered(value)) add(value);
          else setText(value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add(event.currentTarget.value);
        }}
        onBlur={(event) => isOffered(event.currentTarget.value) && add(event.currentTarget.value)}
      />
      <datalist id={list}>
        {offered.values
          .filter((value) => value !== null)
          .map((value) => (
            <option key={String(value)} value={String(value)} />
          ))}
      </datalist>
      {offered.truncated && <small class="ui-field-hint">{words.moreValues}</small>}
    </div>
  );
}

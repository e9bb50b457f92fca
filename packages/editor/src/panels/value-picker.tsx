import '../fields.css';
import type { Scalar } from '@inlay/protocol/query';
import { Icon } from '@inlay/ui/controls/icon';
import type { VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { EditorBackend, EditorColumn, ValuesResult } from '../editor-backend.ts';
import type { EditorTexts } from '../editor-texts.ts';

interface ValuePickerProps {
  readonly backend: EditorBackend;
  readonly messages: EditorTexts;
  readonly datasetId: string;
  readonly column: EditorColumn;
  readonly chosen: readonly Scalar[];
  readonly single?: boolean;
  readonly onChoose: (values: readonly Scalar[]) => void;
}

const NOTHING: ValuesResult = { values: [], truncated: false };

/** Picks values of a column with search as you type; other values can be entered too. */
export function ValuePicker(props: ValuePickerProps): VNode {
  const { backend, messages, datasetId, column, chosen, single, onChoose } = props;
  const [text, setText] = useState('');
  const [offered, setOffered] = useState(NOTHING);
  const [isActive, setActive] = useState(false);
  const list = useId();
  const isNumber = column.type !== 'string' && column.type !== 'json';
  useEffect(() => {
    if (!isActive) return undefined;
    const request = new AbortController();
    const timer = setTimeout(() => {
      backend
        .values(datasetId, column.name, text, request.signal)
        .then(setOffered, () => !request.signal.aborted && setOffered(NOTHING));
    }, 200);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [isActive, text, datasetId, column.name, backend]);
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
                aria-label={messages.removeField({ name: String(value) })}
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
        aria-label={messages.findValue}
        placeholder={messages.findValue}
        autocomplete="off"
        list={list}
        value={text}
        onFocus={() => setActive(true)}
        onInput={(event) => {
          const { value } = event.currentTarget;
          // Choosing from the list fills the input at once and needs no Enter.
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
      {offered.truncated && <small class="ui-field-hint">{messages.moreValues}</small>}
    </div>
  );
}

import './title-field.css';
import { openMenu } from '@inlay/ui/menu';
import type { VNode } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { EditorTexts } from '../editor-texts.ts';
import type { TitleOffer } from '../model/title-offers.ts';

interface TitleFieldProps {
  readonly label: string;
  readonly value: string;
  readonly words: EditorTexts;
  readonly offers: readonly TitleOffer[];
  /** `offer`: the value that was put in with this change. */
  readonly onChange: (value: string, offer?: TitleOffer) => void;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly lines?: number;
}

/** A title or description, with the values of the chart that it can contain. */
export function TitleField(props: TitleFieldProps): VNode {
  const { label, value, words, offers, onChange, hint, placeholder, lines } = props;
  const id = useId();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const insert = (offer: TitleOffer) => {
    const input = field.current;
    const at = input?.selectionStart ?? value.length;
    const before = value.slice(0, at);
    const gap = before === '' || before.endsWith(' ') ? '' : ' ';
    const next = `${before}${gap}${offer.placeholder}`;
    onChange(next + value.slice(input?.selectionEnd ?? at), offer);
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(next.length, next.length);
    });
  };
  const shared = {
    id,
    ref: field,
    class: 'ui-input',
    dir: 'auto' as const,
    value,
    placeholder,
    'aria-describedby': hint ? `${id}-hint` : undefined,
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange(event.currentTarget.value),
  };
  return (
    <div class="ui-field">
      <div class="te-title-head">
        <label class="ui-field-label" for={id}>
          {label}
        </label>
        {offers.length > 0 && (
          <button
            type="button"
            class="te-link"
            aria-haspopup="menu"
            aria-label={`${words.insertValue}: ${label}`}
            onClick={(event) =>
              openMenu(
                event.currentTarget,
                words.insertValue,
                offers.map((offer) => ({
                  label: offer.row ? `${offer.label} · ${words.rows[offer.row]}` : offer.label,
                  onChoose: () => insert(offer),
                })),
              )
            }
          >
            {words.insertValue}
          </button>
        )}
      </div>
      {lines ? (
        <textarea {...shared} rows={lines} maxLength={2000} />
      ) : (
        <input {...shared} maxLength={256} autocomplete="off" />
      )}
      {hint && (
        <span class="ui-field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

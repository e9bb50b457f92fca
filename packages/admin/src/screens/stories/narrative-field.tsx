import { typedNumbers } from '@inlay/protocol/typed-numbers';
import { useUiTexts } from '@inlay/ui/ui-texts';
import type { VNode } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { openPlaceholder, type ValueOffer } from './value-offers.ts';

interface NarrativeFieldProps {
  readonly label: string;
  readonly optional?: boolean;
  readonly hint?: string;
  readonly value: string;
  readonly rows?: number;
  readonly offers: readonly ValueOffer[];
  /** The current value, where it is known. */
  readonly sample: (offer: ValueOffer) => string | undefined;
  readonly onChange: (text: string) => void;
  /** Called when a value is chosen; returns the name that the text uses for it. */
  readonly onValue: (offer: ValueOffer, write: (name: string) => string) => void;
}

const MAX_OFFERS = 8;

/** A text in which `{{` opens the list of values: arrows choose, Enter or Tab takes, Escape leaves. */
export function NarrativeField(props: NarrativeFieldProps): VNode {
  const t = useMessages('content').stories.values;
  const { optional: optionalText } = useUiTexts();
  const { label, optional, hint, value, rows = 6, offers, sample, onChange, onValue } = props;
  const box = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const [caret, setCaret] = useState<number>();
  const [at, setAt] = useState(0);
  const id = useId();
  const typed = typedNumbers(value);
  const open = caret === undefined ? undefined : openPlaceholder(value, caret);
  const found = open
    ? offers
        .filter((offer) =>
          `${offer.label} ${offer.tileTitle} ${offer.source.column}`.toLowerCase().includes(open.typed),
        )
        .slice(0, MAX_OFFERS)
    : [];
  const isOpen = found.length > 0;
  const read = () => {
    setCaret(box.current?.selectionStart ?? undefined);
    setAt(0);
  };
  const take = (offer: ValueOffer) => {
    if (!open || caret === undefined) return;
    const rest = value.slice(caret).replace(/^[^{}\n]*\}\}/, '');
    const head = value.slice(0, open.from);
    onValue(offer, (name) => {
      const written = `{{ ${name} | ${offer.format} }}`;
      const end = head.length + written.length;
      requestAnimationFrame(() => {
        box.current?.focus();
        box.current?.setSelectionRange(end, end);
      });
      return `${head}${written}${rest}`;
    });
    setCaret(undefined);
  };
  const press = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[at];
    if (step !== undefined) setAt((at + step + found.length) % found.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) take(chosen);
    else if (event.key === 'Escape') setCaret(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = {
    ref: box,
    value,
    'aria-autocomplete': 'list' as const,
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen ? `${id}-${at}` : undefined,
    onInput: (event: { currentTarget: HTMLTextAreaElement | HTMLInputElement }) => {
      onChange(event.currentTarget.value);
      read();
    },
    onClick: read,
    onBlur: () => setCaret(undefined),
    onKeyDown: press,
  };
  return (
    <div class="ui-field narrative">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is the child */}
      <label>
        <span class="ui-field-label">
          {label}
          {optional && <small> {optionalText}</small>}
        </span>
        {rows === 1 ? (
          <input class="ui-input" autocomplete="off" {...shared} />
        ) : (
          <textarea class="ui-input prose short" style={{ minHeight: `${rows * 20 + 16}px` }} {...shared} />
        )}
      </label>
      <div id={id} role="listbox" aria-label={t.title} class="offers" hidden={!isOpen}>
        {found.map((offer, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the text, which keeps the focus
          <div
            key={`${offer.source.tile} ${offer.label} ${offer.format}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            class="offer"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(offer)}
          >
            <span>
              {offer.label} <span class="ui-muted ui-small">{offer.tileTitle}</span>
            </span>
            <strong>{sample(offer)}</strong>
          </div>
        ))}
      </div>
      <span class="ui-visually-hidden" role="status">
        {isOpen ? t.found({ count: found.length }) : ''}
      </span>
      {hint && <span class="ui-field-hint">{hint}</span>}
      {/* A notice is a status itself, but it is announced only if its place was there before. */}
      <div role="status">
        {typed.length > 0 && (
          <p class="ui-notice ui-notice-warning">{t.typed({ numbers: typed.join(', '), braces: '{{' })}</p>
        )}
      </div>
    </div>
  );
}

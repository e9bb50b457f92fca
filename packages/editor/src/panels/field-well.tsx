import type { Grain } from '@inlay/protocol/query';
import { Icon } from '@inlay/ui/controls/icon';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type EditorContext, labelOf } from '../editor-context.ts';
import { addField, changeDimension, type FieldRef, moveField, removeField } from '../model/change-fields.ts';
import { offersGrain } from '../model/offers-grain.ts';
import { isTime } from '../model/shape-of.ts';
import { dragField, droppedField, isDragged } from '../parts/dragged-field.ts';

interface FieldWellProps {
  readonly context: EditorContext;
  readonly of: FieldRef['role'];
  /** Announces to screen readers what a key press did. */
  readonly announce: (text: string) => void;
}

/** The queried fields in order. They can be dropped here, dragged, moved with Alt+arrow keys and removed with Delete. */
export function FieldWell({ context, of: role, announce }: FieldWellProps): VNode {
  const { tile, dataset, messages, change } = context;
  const [over, setOver] = useState(false);
  const box = useRef<HTMLUListElement>(null);
  const names = role === 'measure' ? tile.query.measures : tile.query.dimensions.map(({ column }) => column);
  // A chip that moves loses the focus: restore it.
  const next = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (next.current === undefined) return;
    box.current?.querySelectorAll<HTMLElement>('.te-chip-name')[names.indexOf(next.current)]?.focus();
    next.current = undefined;
  });
  const title = role === 'measure' ? messages.values : messages.groupBy;

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const field = droppedField(event);
    if (!field || field.role !== role) return;
    change(addField(tile, field, dataset, placeUnder(event)));
  };
  const placeUnder = (event: DragEvent) => {
    const chips = [...(box.current?.querySelectorAll('.te-chip') ?? [])];
    const rtl = box.current !== null && getComputedStyle(box.current).direction === 'rtl';
    const before = chips.findIndex((chip) => {
      const { left, width } = chip.getBoundingClientRect();
      return rtl ? event.clientX > left + width / 2 : event.clientX < left + width / 2;
    });
    return before === -1 ? chips.length : before;
  };
  const press = (event: KeyboardEvent, name: string, index: number) => {
    const field = { role, name };
    const label = labelOf(dataset, name);
    const remove = event.key === 'Delete' || event.key === 'Backspace';
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!remove && (step === undefined || !event.altKey)) return;
    event.preventDefault();
    if (remove) {
      change(removeField(tile, field));
      announce(messages.removeField({ name: label }));
      return;
    }
    const rtl = getComputedStyle(event.currentTarget as Element).direction === 'rtl';
    const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    const to = index + (step as number) * (rtl && sideways ? -1 : 1);
    if (to < 0 || to >= names.length) return;
    next.current = name;
    change(moveField(tile, field, to));
    announce(messages.moved({ name: label, place: to + 1 }));
  };
  return (
    <div class="te-well">
      <span class="te-well-name" id={`te-well-${role}`}>
        {title}
      </span>
      <ul
        ref={box}
        class={over ? 'te-chips te-over' : 'te-chips'}
        aria-labelledby={`te-well-${role}`}
        tabIndex={-1}
        onDragOver={(event) => {
          if (!isDragged(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {names.map((name, index) => (
          <li key={name} class="te-chip">
            <button
              type="button"
              class="te-chip-name"
              draggable
              title={messages.moveHint}
              onDragStart={(event) => dragField(event, { role, name })}
              onKeyDown={(event) => press(event, name, index)}
            >
              {labelOf(dataset, name)}
            </button>
            {role === 'dimension' && <GrainSelect context={context} name={name} />}
            <button
              type="button"
              class="te-chip-remove"
              aria-label={messages.removeField({ name: labelOf(dataset, name) })}
              onClick={() => change(removeField(tile, { role, name }))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
        {names.length === 0 && <li class="ui-field-hint">{messages.dropHere}</li>}
      </ul>
    </div>
  );
}

function GrainSelect({
  context,
  name,
}: {
  readonly context: EditorContext;
  readonly name: string;
}): VNode | null {
  const { tile, dataset, messages, change } = context;
  const dimension = tile.query.dimensions.find(({ column }) => column === name);
  const column = dataset.columns.find((each) => each.name === name);
  if (!dimension || !isTime(column)) return null;
  return (
    <select
      class="te-grain"
      aria-label={messages.grainOf({ field: labelOf(dataset, name) })}
      value={dimension.grain ?? ''}
      onChange={(event) => {
        const grain = (event.currentTarget.value || undefined) as Grain | undefined;
        change(changeDimension(tile, name, { grain, ...(!grain && { fillGaps: undefined }) }));
      }}
    >
      {Object.entries(messages.grains).map(
        ([grain, label]) =>
          offersGrain(column, grain) && (
            <option key={grain} value={grain}>
              {label}
            </option>
          ),
      )}
      <option value="">{messages.everyValue}</option>
    </select>
  );
}

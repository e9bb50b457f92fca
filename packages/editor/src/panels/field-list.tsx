import { Icon } from '@inlay/ui/icon';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { EditorContext } from '../editor-context.ts';
import { addField, type FieldRef, hasField, removeField } from '../model/change-fields.ts';
import { dragField } from '../parts/dragged-field.ts';
import { FieldIcon } from '../parts/field-icon.tsx';

interface Listed extends FieldRef {
  readonly label: string;
  readonly description: string | undefined;
  readonly type: string;
}

/** All fields of the dataset: click one to add it or drag it to a field well. Arrow keys move from the search box through the list. */
export function FieldList({ context }: { readonly context: EditorContext }): VNode {
  const { tile, dataset, messages, change } = context;
  const [search, setSearch] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const wanted = search.trim().toLowerCase();
  const found = ({ label, name }: Listed) => `${label} ${name}`.toLowerCase().includes(wanted);
  const measures = dataset.measures.map(
    ({ name, label, description }): Listed => ({
      role: 'measure',
      name,
      label,
      description,
      type: 'measure',
    }),
  );
  const columns = dataset.columns.map(
    ({ name, label, description, type }): Listed => ({ role: 'dimension', name, label, description, type }),
  );
  const groups = [
    { title: messages.measures, fields: measures.filter(found) },
    { title: messages.columns, fields: columns.filter(found) },
  ].filter(({ fields }) => fields.length > 0);
  const toggle = (field: Listed) =>
    change(hasField(tile, field) ? removeField(tile, field) : addField(tile, field, dataset));
  const walk = (event: KeyboardEvent) => {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input,button') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Enter' && at === 0) stops[1]?.click();
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    stops.at(Math.max(0, Math.min(to, stops.length - 1)))?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the arrow keys of the controls inside it
    <div class="te-fields" ref={box} onKeyDown={walk}>
      <div class="ui-search">
        <Icon name="search" />
        <input
          class="ui-input"
          type="search"
          aria-label={messages.findField}
          placeholder={messages.findField}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      {groups.length === 0 && <p class="ui-field-hint">{messages.noField}</p>}
      {groups.map(({ title, fields }) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          {fields.map((field) => (
            <button
              key={field.name}
              type="button"
              class="te-listed"
              draggable
              title={field.description}
              aria-pressed={hasField(tile, field)}
              onDragStart={(event) => dragField(event, field)}
              onClick={() => toggle(field)}
            >
              <FieldIcon type={field.type} />
              <span dir="auto">{field.label}</span>
              {hasField(tile, field) && <Icon name="check" />}
            </button>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

import { Icon } from '@inlay/ui/controls/icon';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { openMenu } from '@inlay/ui/overlays/menu';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { EditorContext } from '../editor-context.ts';
import { addField, type FieldRef, hasField, removeField } from '../model/change-fields.ts';
import { dragField } from '../parts/dragged-field.ts';
import { FieldIcon } from '../parts/field-icon.tsx';

interface Listed extends FieldRef {
  readonly label: string;
  readonly description?: string;
  readonly group?: string;
  readonly type: string;
  /** Only measures can be made of it. */
  readonly canGroup?: false;
  readonly restricted?: true;
}

/** All fields of the dataset: click one to add it or drag it to a field well. Arrow keys move from the search box through the list. */
export function FieldList({ context }: { readonly context: EditorContext }): VNode {
  const { tile, dataset, messages, change } = context;
  const [search, setSearch] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const wanted = search.trim().toLowerCase();
  const all = [
    ...dataset.measures
      .filter((measure) => measure.of === undefined)
      .map((measure): Listed => ({ ...measure, role: 'measure', type: 'measure' })),
    ...dataset.columns
      .filter(({ canGroup, aggregations }) => canGroup !== false || aggregations)
      .map((column): Listed => ({ ...column, role: 'dimension' })),
  ].filter(({ group = '', label, name }) => `${group} ${label} ${name}`.toLowerCase().includes(wanted));
  const used = dataset.columns.filter(
    ({ name, restricted }) => restricted && hasField(tile, { role: 'dimension', name }),
  );
  const groups = Map.groupBy(
    // Those of related datasets last.
    all.toSorted((a, b) => Number(a.group !== undefined) - Number(b.group !== undefined)),
    ({ group, role }) => group ?? (role === 'measure' ? messages.measures : messages.columns),
  );
  const toggle = (field: Listed) =>
    change(hasField(tile, field) ? removeField(tile, field) : addField(tile, field, dataset));
  const walk = (event: KeyboardEvent) => {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input,.te-listed') ?? [])];
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
      {used.length > 0 && (
        <p class="ui-field-hint">
          {messages.restrictedUsed({ columns: used.map(({ label }) => label).join(', ') })}
        </p>
      )}
      {groups.size === 0 && <p class="ui-field-hint">{messages.noField}</p>}
      {[...groups].map(([title, fields]) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          {fields.map((field) => (
            <div key={field.name} class="te-listed-row">
              <button
                type="button"
                class="te-listed"
                draggable={field.canGroup !== false}
                disabled={field.canGroup === false}
                title={field.restricted ? messages.restricted : field.description}
                aria-pressed={hasField(tile, field)}
                onDragStart={(event) => dragField(event, field)}
                onClick={() => toggle(field)}
              >
                <FieldIcon type={field.type} />
                <span dir="auto">{field.label}</span>
                {field.restricted && (
                  <span class="te-restricted">
                    <Icon name="lock" />
                    <span class="ui-visually-hidden"> {messages.restricted}</span>
                  </span>
                )}
                {hasField(tile, field) && <Icon name="check" />}
              </button>
              <AggregateButton context={context} field={field} />
            </div>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

/** Makes a measure of a column that the dataset allows to aggregate. */
function AggregateButton({
  context: { tile, dataset, messages, change },
  field: { role, name, label },
}: {
  readonly context: EditorContext;
  readonly field: Listed;
}): VNode | null {
  const measures = dataset.measures.filter(({ of }) => role === 'dimension' && of === name);
  if (measures.length === 0) return null;
  const title = messages.aggregate({ field: label });
  return (
    <IconButton
      icon="add"
      label={title}
      opens="menu"
      onClick={({ currentTarget }) =>
        openMenu(
          currentTarget,
          title,
          measures.map((measure) => ({
            label: measure.label,
            onChoose: () => change(addField(tile, { role: 'measure', name: measure.name }, dataset)),
          })),
        )
      }
    />
  );
}

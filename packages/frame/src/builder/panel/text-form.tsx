import type { BuilderItem } from '@inlay/content/builder';
import { Button } from '@inlay/ui/controls/button';
import { LabeledControl } from '@inlay/ui/controls/field';
import { Select } from '@inlay/ui/controls/select';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { CanvasContext } from '../canvas-context.ts';

type TextItem = Extract<BuilderItem, { readonly text: string }>;

interface TextFormProps {
  readonly canvas: CanvasContext;
  readonly item: TextItem;
}

/** Edits the text of a text block and inserts values of charts. */
export function TextForm({ canvas, item }: TextFormProps): VNode {
  const { builder } = canvas;
  const messages = builder.messages.value;
  const field = useRef<HTMLTextAreaElement>(null);
  const change = (changes: Partial<TextItem>) =>
    canvas.opened.editor.changeItem(
      item.id,
      (now) => ({ ...(now as TextItem), ...changes }),
      `${item.id}:text`,
    );

  const insert = (
    source: { readonly tile: string; readonly column: string },
    row: 'first' | 'last' | 'total',
  ) => {
    const { values = {} } = item;
    const name = freeName(source.column, Object.keys(values));
    const at = field.current?.selectionStart ?? item.text.length;
    const text = `${item.text.slice(0, at)}{{ ${name} }}${item.text.slice(at)}`;
    const used = Object.entries(values).filter(([each]) => text.includes(each));
    change({ text, values: { ...Object.fromEntries(used), [name]: { ...source, row } } });
    void canvas.opened.autosave.flush();
    field.current?.focus();
  };
  return (
    <>
      <LabeledControl label={messages.textBlock}>
        {(control) => (
          <textarea
            {...control}
            class="ui-input bld-textarea"
            ref={field}
            rows={8}
            dir="auto"
            maxLength={20_000}
            placeholder={messages.textHint}
            value={item.text}
            onInput={(event) => change({ text: event.currentTarget.value })}
          />
        )}
      </LabeledControl>
      <ValueChoice canvas={canvas} onChoose={insert} />
    </>
  );
}

interface ValueChoiceProps {
  readonly canvas: CanvasContext;
  readonly onChoose: (
    source: { readonly tile: string; readonly column: string },
    row: 'first' | 'last' | 'total',
  ) => void;
}

function ValueChoice({ canvas, onChoose }: ValueChoiceProps): VNode | null {
  const { builder, opened, commands } = canvas;
  const messages = builder.messages.value;
  const { insertValue, rows: rowLabels } = builder.editorMessages.value;
  const row = useSignal<'first' | 'last' | 'total'>('first');
  const sources = opened.editor.content.value.items.flatMap((item) => {
    if ('text' in item) return [];
    const tile =
      'chart' in item ? item.chart : opened.document.value.tiles.find(({ id }) => id === item.tile);
    const id = 'chart' in item ? item.id : item.tile;
    const measures = builder.datasets.value.find((each) => each.id === tile?.datasetId)?.measures;
    return (tile?.query.measures ?? []).map((column) => ({
      key: `${id} ${column}`,
      source: { tile: id, column },
      label: messages.valueOf({
        column: measures?.find(({ name }) => name === column)?.label ?? column,
        tile: commands.nameOf(item),
      }),
      rows: ['first', 'last', ...(tile?.query.totals ? (['total'] as const) : [])] as const,
    }));
  });
  const chosen = useSignal(sources[0]?.key ?? '');
  const source = sources.find(({ key }) => key === chosen.value) ?? sources[0];
  if (!source) return null;
  const rows: readonly ('first' | 'last' | 'total')[] = source.rows;
  return (
    <fieldset class="bld-values">
      <legend class="ui-field-label">{insertValue}</legend>
      <Select
        hideLabel
        label={insertValue}
        value={source.key}
        options={sources.map(({ key, label }) => ({ value: key, label }))}
        onChange={(key) => {
          chosen.value = key;
        }}
      />
      <Select
        hideLabel
        label={rowLabels.first}
        value={row.value}
        options={rows.map((each) => ({ value: each, label: rowLabels[each] }))}
        onChange={(each) => {
          row.value = each;
        }}
      />
      <Button onClick={() => onChoose(source.source, rows.includes(row.value) ? row.value : 'first')}>
        {insertValue}
      </Button>
    </fieldset>
  );
}

/** An unused variable name: letters, digits and underscores. */
function freeName(column: string, taken: readonly string[]): string {
  const base =
    column
      .replaceAll(/\W/g, '_')
      .replace(/^(?=\d)/, '_')
      .slice(0, 48) || 'value';
  let name = base;
  for (let count = 2; taken.includes(name); count += 1) name = `${base}_${count}`;
  return name;
}

import type { BuilderItem } from '@inlay/content/builder';
import { Button } from '@inlay/ui/button';
import { LabeledControl } from '@inlay/ui/field';
import { Select } from '@inlay/ui/select';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { Workbench } from '../workbench.ts';

type TextItem = Extract<BuilderItem, { readonly text: string }>;

interface TextFormProps {
  readonly bench: Workbench;
  readonly item: TextItem;
}

/** The words of a text block, and values of the dashboard's charts inside its sentences. */
export function TextForm({ bench, item }: TextFormProps): VNode {
  const { builder } = bench;
  const words = builder.words.value;
  const field = useRef<HTMLTextAreaElement>(null);
  const change = (changes: Partial<TextItem>) =>
    bench.changeItem(item.id, (now) => ({ ...(now as TextItem), ...changes }), `${item.id}:text`);

  const insert = (
    source: { readonly tile: string; readonly column: string },
    row: 'first' | 'last' | 'total',
  ) => {
    const name = freeName(source.column, Object.keys(item.values ?? {}));
    const at = field.current?.selectionStart ?? item.text.length;
    const text = `${item.text.slice(0, at)}{{ ${name} }}${item.text.slice(at)}`;
    const used = Object.entries(item.values ?? {}).filter(([each]) => text.includes(each));
    change({ text, values: { ...Object.fromEntries(used), [name]: { ...source, row } } });
    void bench.opened.autosave.flush();
    field.current?.focus();
  };
  return (
    <>
      <LabeledControl label={words.textBlock}>
        {(control) => (
          <textarea
            {...control}
            class="ui-input bld-textarea"
            ref={field}
            rows={8}
            dir="auto"
            maxLength={20_000}
            placeholder={words.textHint}
            value={item.text}
            onInput={(event) => change({ text: event.currentTarget.value })}
          />
        )}
      </LabeledControl>
      <ValueChoice bench={bench} onChoose={insert} />
    </>
  );
}

interface ValueChoiceProps {
  readonly bench: Workbench;
  readonly onChoose: (
    source: { readonly tile: string; readonly column: string },
    row: 'first' | 'last' | 'total',
  ) => void;
}

function ValueChoice({ bench, onChoose }: ValueChoiceProps): VNode | null {
  const { builder, opened, commands } = bench;
  const words = builder.words.value;
  const { insertValue, rows: rowWords } = builder.editorWords.value;
  const row = useSignal<'first' | 'last' | 'total'>('first');
  const sources = opened.editor.content.value.items.flatMap((item) => {
    if ('text' in item) return [];
    const tile =
      'chart' in item ? item.chart : opened.document.value.tiles.find(({ id }) => id === item.tile);
    const id = 'chart' in item ? item.id : item.tile;
    const measures = builder.answer.value.datasets.find((each) => each.id === tile?.datasetId)?.measures;
    return (tile?.query.measures ?? []).map((column) => ({
      key: `${id} ${column}`,
      source: { tile: id, column },
      label: words.valueOf({
        column: measures?.find(({ name }) => name === column)?.label ?? column,
        tile: commands.nameOf(item),
      }),
      rows: tile?.query.totals ? (['first', 'last', 'total'] as const) : (['first', 'last'] as const),
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
        label={rowWords.first}
        value={row.value}
        options={rows.map((each) => ({ value: each, label: rowWords[each] }))}
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

/** A name for the text to use: letters, digits and underscores, not taken yet. */
function freeName(column: string, taken: readonly string[]): string {
  const base =
    column
      .replaceAll(/\W/g, '_')
      .replace(/^(?=\d)/, '_')
      .slice(0, 48) || 'value';
  if (!taken.includes(base)) return base;
  for (let count = 2; ; count++) if (!taken.includes(`${base}_${count}`)) return `${base}_${count}`;
}

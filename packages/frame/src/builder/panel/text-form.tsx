import type { BuilderItem } from '@inlay/content/builder';
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
      <label class="bld-field">
        <span>{words.textBlock}</span>
        <textarea
          class="ui-input bld-textarea"
          ref={field}
          rows={8}
          dir="auto"
          maxLength={20_000}
          placeholder={words.textHint}
          value={item.text}
          onInput={(event) => change({ text: event.currentTarget.value })}
        />
      </label>
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
      <legend>{insertValue}</legend>
      <select
        class="ui-input"
        aria-label={insertValue}
        value={source.key}
        onChange={(event) => {
          chosen.value = event.currentTarget.value;
        }}
      >
        {sources.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      <select
        class="ui-input"
        aria-label={rowWords.first}
        value={row.value}
        onChange={(event) => {
          row.value = event.currentTarget.value as typeof row.value;
        }}
      >
        {rows.map((each) => (
          <option key={each} value={each}>
            {rowWords[each]}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="ui-button"
        onClick={() => onChoose(source.source, rows.includes(row.value) ? row.value : 'first')}
      >
        {insertValue}
      </button>
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

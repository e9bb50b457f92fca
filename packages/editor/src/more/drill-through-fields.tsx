import { IconButton } from '@inlay/ui/controls/icon-button';
import type { VNode } from 'preact';
import { labelOf } from '../editor-context.ts';
import { patch } from '../model/patch.ts';
import { FieldSelect } from '../parts/field-select.tsx';
import type { MoreProps } from './more-context.ts';

/** The columns of the rows that viewers can see behind a mark, in order. Without any, they cannot see rows. */
export function DrillThroughFields({ context, messages }: MoreProps): VNode {
  const { tile, dataset, messages: texts, change } = context;
  const columns = tile.drillThrough?.columns ?? [];
  const put = (next: readonly string[]) =>
    change(patch(tile, { drillThrough: next.length === 0 ? undefined : { columns: [...next] } }));
  return (
    <fieldset class="te-group">
      <legend>{messages.drillThrough}</legend>
      <p class="ui-field-hint">{messages.drillThroughHint}</p>
      {columns.length > 0 && (
        <ol class="te-ordered">
          {columns.map((column, index) => (
            <li key={column}>
              <span dir="auto">{labelOf(dataset, column)}</span>
              <IconButton
                icon="up"
                label={messages.moveUp({ name: labelOf(dataset, column) })}
                disabled={index === 0}
                onClick={() => put(columns.toSpliced(index, 1).toSpliced(index - 1, 0, column))}
              />
              <IconButton
                icon="close"
                label={texts.removeField({ name: labelOf(dataset, column) })}
                onClick={() => put(columns.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ol>
      )}
      {columns.length < 50 && (
        <FieldSelect
          label={messages.addColumn}
          none="…"
          fields={dataset.columns.filter(({ name }) => !columns.includes(name))}
          value=""
          onChange={(column) => column !== '' && put([...columns, column])}
        />
      )}
    </fieldset>
  );
}

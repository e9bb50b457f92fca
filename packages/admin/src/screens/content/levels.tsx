import type { EditorDataset } from '@inlay/editor/editor-backend';
import { Button } from '@inlay/ui/button';
import { IconButton } from '@inlay/ui/icon-button';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

interface ColumnSelectProps {
  readonly columns: EditorDataset['columns'];
  readonly value: string;
  readonly label?: string;
  readonly onChange: (name: string) => void;
}

export function ColumnSelect({ columns, value, label, onChange }: ColumnSelectProps): VNode {
  return (
    <select
      class="ui-input ui-select"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {!columns.some(({ name }) => name === value) && <option value={value}>{value}</option>}
      {columns.map((column) => (
        <option key={column.name} value={column.name}>
          {column.label}
        </option>
      ))}
    </select>
  );
}

interface LevelsProps {
  readonly levels: readonly string[];
  readonly columns: EditorDataset['columns'];
  readonly onChange: (levels: readonly string[]) => void;
}

const MAX_LEVELS = 10;

/** Columns from coarse to fine, such as country, region, city, for drill-down. */
export function Levels({ levels, columns, onChange }: LevelsProps): VNode {
  const t = useMessages('content').shared.levels;
  const free = columns.find(({ name }) => !levels.includes(name));
  return (
    <div class="ui-field">
      <span class="ui-field-label">{t.title}</span>
      <ol class="ui-stack-tight levels">
        {levels.map((level, at) => (
          <li key={at} class="ui-row">
            <ColumnSelect
              label={t.level({ position: at + 1 })}
              columns={columns}
              value={level}
              onChange={(name) => onChange(levels.with(at, name))}
            />
            <IconButton
              icon="close"
              label={t.remove({ position: at + 1 })}
              disabled={levels.length <= 2}
              onClick={() => onChange(levels.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      {free && levels.length < MAX_LEVELS && (
        <div>
          <Button variant="ghost" onClick={() => onChange([...levels, free.name])}>
            + {t.add}
          </Button>
        </div>
      )}
    </div>
  );
}

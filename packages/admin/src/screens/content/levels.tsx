import type { EditorDataset } from '@inlay/editor/editor-backend';
import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { Select } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

interface ColumnSelectProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  /** Undefined while they are loaded. */
  readonly columns: EditorDataset['columns'] | undefined;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

export function ColumnSelect({ columns, value, ...field }: ColumnSelectProps): VNode {
  const isUnknown = !columns?.some(({ name }) => name === value);
  return (
    <Select
      {...field}
      value={value}
      options={
        columns && [
          ...(isUnknown ? [{ value, label: value }] : []),
          ...columns.map(({ name, label }) => ({ value: name, label })),
        ]
      }
    />
  );
}

interface LevelsProps {
  readonly levels: readonly string[];
  readonly columns: EditorDataset['columns'] | undefined;
  readonly onChange: (levels: readonly string[]) => void;
}

const MAX_LEVELS = 10;

/** Columns from coarse to fine, such as country, region, city, for drill-down. */
export function Levels({ levels, columns, onChange }: LevelsProps): VNode {
  const t = useMessages('content').shared.levels;
  const free = columns?.find(({ name }) => !levels.includes(name));
  return (
    <div class="ui-field">
      <span class="ui-field-label">{t.title}</span>
      <ol class="ui-stack-tight levels">
        {levels.map((level, at) => (
          <li key={at} class="ui-row">
            <ColumnSelect
              hideLabel
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

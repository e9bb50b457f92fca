import type { Comparand, Comparison, Condition } from '@inlay/protocol/narrative-marker';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { operandLabel, writeOther } from './text-chips.ts';
import type { TextContext } from './text-context.ts';

interface ConditionFieldsProps {
  readonly context: TextContext;
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
}

const FOR_NUMBERS = ['>', '>=', '<', '<=', '=', '!='] as const satisfies readonly Comparison[];
const FOR_TEXTS = ['=', '!='] as const satisfies readonly Comparison[];

/** How the value of a condition is compared, and with what. */
export function ConditionFields({ context, condition, onChange }: ConditionFieldsProps): VNode {
  const stories = useMessages('content').stories;
  const t = stories.blocks;
  const { operand, compare } = condition;
  const { values, results } = context;
  const source = Object.hasOwn(values, operand) ? values[operand] : undefined;
  const column = source && results.get(source.tile)?.columns.find(({ name }) => name === source.column);
  const isText = column !== undefined && column.role === 'dimension' && source?.show === undefined;
  const start: Comparand = isText ? { quoted: '' } : { number: 0 };
  const others = Object.keys(values).filter((name) => name !== operand);
  const kind = !compare
    ? 'number'
    : 'number' in compare.to
      ? 'number'
      : 'quoted' in compare.to
        ? 'text'
        : 'value';
  const put = (to: Comparand, by: Comparison = compare?.by ?? '>') =>
    onChange({ operand, compare: { by, to } });
  const to = compare?.to;
  return (
    <>
      <Select
        label={t.comparison}
        value={compare?.by ?? 'exists'}
        options={[
          ...(isText ? FOR_TEXTS : FOR_NUMBERS).map((value) => ({ value, label: t.comparisons[value] })),
          { value: 'exists' as const, label: t.comparisons.exists },
        ]}
        onChange={(by) => (by === 'exists' ? onChange({ operand }) : put(to ?? start, by))}
      />
      {to && others.length > 0 && (
        <Select
          label={t.with}
          value={kind}
          options={[
            { value: 'number', label: t.kinds.number },
            { value: 'text', label: t.kinds.text },
            { value: 'value', label: t.kinds.value },
          ]}
          onChange={(next) =>
            put(
              next === 'number'
                ? { number: 0 }
                : next === 'text'
                  ? { quoted: '' }
                  : { operand: others[0] ?? operand },
            )
          }
        />
      )}
      {to && 'number' in to && (
        <NumberField
          label={t.kinds.number}
          value={to.number}
          hint={column?.format ? t.readsAs({ text: writeOther(to.number, operand, context) }) : undefined}
          onChange={(number) => put({ number: number ?? 0 })}
        />
      )}
      {to && 'quoted' in to && (
        <TextField label={t.kinds.text} value={to.quoted} onChange={(quoted) => put({ quoted })} />
      )}
      {to && 'operand' in to && (
        <Select
          label={t.kinds.value}
          value={to.operand}
          options={others.map((name) => ({ value: name, label: operandLabel(name, context, stories) }))}
          onChange={(name) => put({ operand: name })}
        />
      )}
    </>
  );
}

import type { NamedValues, ValueSource } from '@inlay/protocol/narrative';
import { type Condition, PLURAL_CATEGORIES } from '@inlay/protocol/narrative-marker';
import { type NarrativePart, variableOf } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/controls/button';
import { Combobox } from '@inlay/ui/controls/combobox';
import { Select } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { nameFor } from '../story-work.ts';
import { ConditionFields } from './condition-fields.tsx';
import { FormatField, fittingFormat } from './format-field.tsx';
import { problemText } from './problem-text.ts';
import { SourceFields } from './source-fields.tsx';
import type { TextContext } from './text-context.ts';
import { categoryText, elseText, ifText, pluralText, valueText } from './write-marker.ts';

interface ChipFormProps {
  readonly part: NarrativePart;
  readonly context: TextContext;
  /** Writes something else in its place; the text may use values that it did not use before. */
  readonly onReplace: (written: string, values: NamedValues) => void;
  readonly onRemove: () => void;
  readonly onDone: () => void;
}

/** Changes what stands in a text as a chip. Every change is made at once. */
export function ChipForm(props: ChipFormProps): VNode {
  const { part, onRemove, onDone } = props;
  const t = useMessages('content').stories.blocks;
  const isBlock = 'begins' in part || 'ends' in part;
  return (
    <div class="ui-stack-tight">
      <div class="text-fields">
        <PartFields {...props} />
      </div>
      <div class="ui-row text-popover-actions">
        <Button variant="danger" onClick={onRemove}>
          {isBlock ? t.removeBlock : t.remove}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t.done}
        </Button>
      </div>
    </div>
  );
}

function PartFields({ part, context, onReplace }: ChipFormProps): VNode | null {
  const stories = useMessages('content').stories;
  const t = stories.blocks;
  const { values } = context;
  /** Under its name; a value that the text states elsewhere too stays what it is there. */
  const named = (source: ValueSource, write: (name: string) => string) => {
    const name = nameFor(source, values);
    onReplace(write(name), { ...values, [name]: source });
  };
  if ('text' in part) return null;
  if ('problem' in part) return <p class="ui-field-error">{problemText(part, stories.problems)}</p>;
  if ('value' in part) {
    const { value, format } = part;
    const put = (source: ValueSource) =>
      named(source, (name) => valueText(name, fittingFormat(context, source, format)));
    const source = Object.hasOwn(values, value) ? values[value] : undefined;
    return (
      <>
        <OperandFields name={value} context={context} onChange={put} />
        {source && (
          <FormatField
            context={context}
            source={source}
            format={format}
            onChange={(next) => onReplace(valueText(value, next), values)}
          />
        )}
      </>
    );
  }
  if ('ends' in part) return <p class="ui-muted">{t.endHint}</p>;
  if ('begins' in part && part.begins === 'plural')
    return (
      <>
        <p class="ui-muted">{t.pluralHint}</p>
        <OperandFields
          name={part.operand}
          context={context}
          onChange={(source) => named(source, pluralText)}
        />
      </>
    );
  if ('branch' in part && part.branch !== 'else')
    return (
      <Select
        label={t.category}
        hint={t.categoryHint}
        value={part.branch}
        options={PLURAL_CATEGORIES.map((value) => ({ value, label: t.categories[value] }))}
        onChange={(category) => onReplace(categoryText(category), values)}
      />
    );
  const write = 'begins' in part ? ifText : elseText;
  const { condition } = part;
  if (!condition) return <p class="ui-muted">{t.elseHint}</p>;
  return (
    <>
      <OperandFields
        name={condition.operand}
        context={context}
        onChange={(source) => named(source, (operand) => write({ ...condition, operand }))}
      />
      <ConditionFields
        context={context}
        condition={condition}
        onChange={(next: Condition) => onReplace(write(next), values)}
      />
    </>
  );
}

interface OperandFieldsProps {
  readonly name: string;
  readonly context: TextContext;
  readonly onChange: (source: ValueSource) => void;
}

/** Where a value comes from. One that the step does not define is chosen from all. */
function OperandFields({ name, context, onChange }: OperandFieldsProps): VNode {
  const t = useMessages('content').stories.values;
  const variable = variableOf({ value: name });
  if (variable !== undefined) return <p class="ui-muted">{t.variableHint({ name: variable })}</p>;
  const source = Object.hasOwn(context.values, name) ? context.values[name] : undefined;
  if (source) return <SourceFields context={context} source={source} onChange={onChange} />;
  return (
    <Combobox
      label={t.choose}
      error={t.notDefined({ name })}
      value=""
      options={context.offers.map(({ label, tileTitle }, index) => ({
        value: String(index),
        label: `${label} (${tileTitle})`,
      }))}
      onChange={(index) => {
        const offer = context.offers[Number(index)];
        if (offer) onChange(offer.source);
      }}
    />
  );
}

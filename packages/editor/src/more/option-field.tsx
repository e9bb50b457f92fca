import { optionMessages } from '@inlay/charts/chart-messages';
import type {
  ChartOption,
  ColumnsOption,
  SparklineGrain,
  Sparklines,
} from '@inlay/charts/options/chart-option';
import { drawnChoice } from '@inlay/charts/options/drawn-choice';
import { isLinkTemplate } from '@inlay/charts/options/link-template';
import type { TileOptions } from '@inlay/charts/tile';
import type { ChartOptionsMessages } from '@inlay/messages/chartOptions';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { TypedField } from '@inlay/ui/controls/typed-field';
import type { VNode } from 'preact';
import { type EditorContext, labelOf } from '../editor-context.ts';
import { type Patch, patch, patchOptions, undefinedIfEmpty } from '../model/patch.ts';
import { isTime, shapeOf } from '../model/shape-of.ts';
import { FieldSelect } from '../parts/field-select.tsx';

export interface OptionFieldProps {
  readonly context: EditorContext;
  readonly texts: ChartOptionsMessages;
  readonly name: string;
  readonly option: ChartOption;
}

/** The control of an option; it shows the value that the chart uses. */
export function OptionField({ context, texts, name, option }: OptionFieldProps): VNode | null {
  const { tile, dataset, messages, change } = context;
  const given = givenFor(tile.options, name);
  const { label, hint, problem, choices: choiceLabels } = optionMessages(texts, tile.kind, name);
  const put = (value: TileOptions[keyof TileOptions], mergeKey?: string) =>
    change(patchOptions(tile, { [name]: value } as Patch<TileOptions>), mergeKey);
  if (option.when && !option.when(shapeOf(tile, dataset))) return null;
  switch (option.type) {
    case 'column': {
      const columns = columnsOf(context, option.of);
      if (option.of === 'dimension' && columns.length < 2) return null;
      return (
        <Select
          label={label}
          options={[
            { value: '', label: messages[option.absent] },
            ...columns.map((column) => ({ value: column, label: labelOf(dataset, column) })),
          ]}
          value={typeof given === 'string' ? given : ''}
          onChange={(column) => put(column || undefined)}
        />
      );
    }
    case 'columns':
      return <ColumnsField context={context} texts={texts} name={name} option={option} />;
    case 'choice': {
      const choices = option.only ?? option.choices;
      return (
        <Select
          label={label}
          options={[
            ...(option.default === undefined ? [{ value: '', label: messages.automatic }] : []),
            ...choices.map((key) => ({ value: key, label: choiceLabels?.[key] ?? key })),
          ]}
          value={drawnChoice(option, given) ?? ''}
          onChange={(choice) => put(choice === option.default ? undefined : choice || undefined)}
        />
      );
    }
    case 'switch':
      return (
        <Checkbox
          label={label}
          checked={(given ?? option.default) === option.on}
          onChange={(checked) => put(checked ? option.on : undefined)}
        />
      );
    case 'toggle':
      return (
        <Checkbox
          label={label}
          checked={typeof given === 'boolean' ? given : option.default}
          onChange={(checked) => put(checked === option.default ? undefined : checked)}
        />
      );
    case 'number':
      return (
        <NumberField
          label={label}
          value={typeof given === 'number' ? given : undefined}
          placeholder={String(option.default)}
          whole
          min={option.min}
          max={option.max}
          onChange={(number) => put(number, name)}
        />
      );
    case 'amount': {
      const floor = option.above && givenFor(tile.options, option.above);
      const isBelow = typeof given === 'number' && typeof floor === 'number' && given <= floor;
      return (
        <NumberField
          label={label}
          value={typeof given === 'number' ? given : undefined}
          placeholder={messages.automatic}
          {...(isBelow && problem ? { hint: problem } : {})}
          {...(option.whole ? { whole: true } : {})}
          {...(option.min === undefined ? {} : { min: option.min })}
          {...(option.max === undefined ? {} : { max: option.max })}
          onChange={(number) => put(number, name)}
        />
      );
    }
    case 'text':
      return (
        <TextField
          label={label}
          value={typeof given === 'string' ? given : ''}
          placeholder={messages.automatic}
          onChange={(text) => put(text || undefined, name)}
        />
      );
    case 'names':
      return (
        <TypedField
          label={label}
          {...(hint ? { hint } : {})}
          value={Array.isArray(given) ? given.map(String) : undefined}
          parse={listed}
          write={(names) => names.join(', ')}
          onChange={(names) => put(names, name)}
        />
      );
    case 'target':
      return (
        <fieldset class="te-group te-pair">
          <legend>{label}</legend>
          <Select
            label={messages.targetMeasure}
            options={[
              { value: '', label: messages.none },
              ...tile.query.measures.map((column) => ({ value: column, label: labelOf(dataset, column) })),
            ]}
            value={typeof given === 'string' ? given : ''}
            onChange={(column) => put(column || undefined)}
          />
          <NumberField
            label={messages.targetValue}
            value={typeof given === 'number' ? given : undefined}
            onChange={(number) => put(number, name)}
          />
        </fieldset>
      );
    case 'sparklines':
      return <SparklinesField context={context} texts={texts} name={name} />;
    case 'links': {
      const links = (given ?? {}) as NonNullable<TileOptions['links']>;
      return (
        <fieldset class="te-group">
          <legend>{label}</legend>
          {[...columnsOf(context, 'dimension'), ...columnsOf(context, 'measure')].map((column) => (
            <TypedField
              key={column}
              label={labelOf(dataset, column)}
              placeholder={`https://crm.example.com/{${column}}`}
              value={links[column]}
              parse={(text) => (isLinkTemplate(text.trim()) ? text.trim() : undefined)}
              write={String}
              onChange={(link) =>
                put(undefinedIfEmpty(patch<typeof links>(links, { [column]: link })), `${name}-${column}`)
              }
            />
          ))}
        </fieldset>
      );
    }
  }
}

/** The measures with lines, and the dates that they run along. */
function SparklinesField({ context, texts, name }: Omit<OptionFieldProps, 'option'>): VNode | null {
  const { tile, dataset, messages, change } = context;
  const times = dataset.columns.filter(isTime);
  const [usual] = times;
  const given = tile.options?.sparklines;
  const { label, fields } = optionMessages(texts, tile.kind, name);
  if (!usual || tile.query.measures.length === 0) return null;
  const sparklines: Sparklines = given ?? { measures: [], column: usual.name, grain: 'month' };
  const put = (changes: Patch<Sparklines>) => {
    const next = patch<Sparklines>(sparklines, changes);
    change(patchOptions(tile, { sparklines: next.measures.length === 0 ? undefined : next }));
  };
  return (
    <fieldset class="te-group">
      <legend>{label}</legend>
      {tile.query.measures.map((measure) => (
        <Checkbox
          key={measure}
          label={labelOf(dataset, measure)}
          checked={sparklines.measures.includes(measure)}
          onChange={(checked) => {
            const others = sparklines.measures.filter((other) => other !== measure);
            put({ measures: checked ? [...others, measure] : others });
          }}
        />
      ))}
      {given && (
        <>
          <FieldSelect
            label={fields?.column ?? name}
            fields={times}
            value={given.column}
            onChange={(column) => put({ column })}
          />
          <Select
            label={messages.grainOf({ field: labelOf(dataset, given.column) })}
            options={(Object.keys(messages.grains) as (keyof typeof messages.grains)[])
              .filter((grain) => grain !== 'hour')
              .map((value) => ({ value, label: messages.grains[value] }))}
            value={given.grain}
            onChange={(grain) => put({ grain: grain as SparklineGrain })}
          />
          <Checkbox
            label={fields?.sharedScale ?? name}
            checked={given.sharedScale ?? false}
            onChange={(checked) => put({ sharedScale: checked || undefined })}
          />
        </>
      )}
    </fieldset>
  );
}

function ColumnsField({
  context,
  texts,
  name,
  option,
}: OptionFieldProps & { readonly option: ColumnsOption }): VNode | null {
  const { tile, dataset, messages, change } = context;
  const columns = columnsOf(context, option.of);
  const given = givenFor(tile.options, name);
  const chosen = Array.isArray(given) ? given.map(String) : (option.usual?.(columns) ?? []);
  const put = (next: readonly string[] | undefined) =>
    change(
      patchOptions(tile, {
        [name]: next,
        ...(option.among === undefined ? {} : { [option.among]: columns }),
      } as Patch<TileOptions>),
    );
  if (option.control === 'none') return null;
  const { label } = optionMessages(texts, tile.kind, name);
  if (option.control === 'one')
    return (
      <Select
        label={label}
        options={[
          { value: '', label: messages.automatic },
          ...columns.map((column) => ({ value: column, label: labelOf(dataset, column) })),
        ]}
        value={chosen[0] ?? ''}
        onChange={(column) => put(column === '' ? undefined : [column])}
      />
    );
  return (
    <fieldset class="te-group">
      <legend>{label}</legend>
      {columns.map((column) => (
        <Checkbox
          key={column}
          label={labelOf(dataset, column)}
          checked={chosen.includes(column)}
          onChange={(checked) =>
            put(undefinedIfEmpty(checked ? [...chosen, column] : chosen.filter((other) => other !== column)))
          }
        />
      ))}
    </fieldset>
  );
}

const givenFor = (options: TileOptions = {}, name: string): unknown =>
  Object.entries(options).find(([key]) => key === name)?.[1];

const columnsOf = ({ tile: { query } }: EditorContext, role: 'dimension' | 'measure'): readonly string[] =>
  role === 'measure' ? query.measures : query.dimensions.map(({ column }) => column);

const listed = (text: string): readonly string[] | undefined =>
  undefinedIfEmpty(text.split(/\s*,\s*/).filter((name) => name !== ''));

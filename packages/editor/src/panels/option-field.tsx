import { optionMessages } from '@inlay/charts/chart-messages';
import type { ChartOption, ColumnsOption } from '@inlay/charts/options/chart-option';
import { drawnChoice } from '@inlay/charts/options/drawn-choice';
import { isLinkTemplate } from '@inlay/charts/options/link-template';
import type { TileOptions } from '@inlay/charts/tile';
import type { VNode } from 'preact';
import { type Desk, labelOf } from '../desk.ts';
import { orNothing, type Patch, patch, patchOptions } from '../model/patch.ts';
import { shapeOf } from '../model/shape-of.ts';
import { NumberField } from '../parts/number-field.tsx';
import { Select } from '../parts/select.tsx';
import { TextField } from '../parts/text-field.tsx';
import { Tick } from '../parts/tick.tsx';
import { TypedField } from '../parts/typed-field.tsx';

interface OptionFieldProps {
  readonly desk: Desk;
  readonly name: string;
  readonly option: ChartOption;
}

/** The control of an option, which shows what is drawn. */
export function OptionField({ desk, name, option }: OptionFieldProps): VNode | null {
  const { tile, dataset, words, change } = desk;
  const given = givenFor(tile.options, name);
  const { label, hint, problem, choices: choiceLabels } = optionMessages(words.charts, tile.kind, name);
  const put = (value: TileOptions[keyof TileOptions], about?: string) =>
    change(patchOptions(tile, { [name]: value } as Patch<TileOptions>), about);
  if (option.when && !option.when(shapeOf(tile.query, dataset))) return null;
  switch (option.type) {
    case 'column': {
      const columns = columnsOf(desk, option.of);
      if (option.of === 'dimension' && columns.length < 2) return null;
      return (
        <Select
          label={label}
          options={[
            { key: '', label: words[option.absent] },
            ...columns.map((column) => ({ key: column, label: labelOf(dataset, column) })),
          ]}
          chosen={typeof given === 'string' ? given : ''}
          onChoose={(column) => put(column || undefined)}
        />
      );
    }
    case 'columns':
      return <ColumnsField desk={desk} name={name} option={option} />;
    case 'choice': {
      const choices = option.only ?? option.choices;
      return (
        <Select
          label={label}
          options={[
            ...(option.default === undefined ? [{ key: '', label: words.automatic }] : []),
            ...choices.map((key) => ({ key, label: choiceLabels?.[key] ?? key })),
          ]}
          chosen={drawnChoice(option, given) ?? ''}
          onChoose={(choice) => put(choice === option.default ? undefined : choice || undefined)}
        />
      );
    }
    case 'switch':
      return (
        <Tick
          label={label}
          checked={(given ?? option.default) === option.on}
          onChange={(checked) => put(checked ? option.on : undefined)}
        />
      );
    case 'toggle':
      return (
        <Tick
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
          placeholder={words.automatic}
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
          placeholder={words.automatic}
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
            quiet
            label={label}
            options={[
              { key: '', label: words.none },
              ...tile.query.measures.map((column) => ({ key: column, label: labelOf(dataset, column) })),
            ]}
            chosen={typeof given === 'string' ? given : ''}
            onChoose={(column) => put(column || undefined)}
          />
          <NumberField
            quiet
            label={label}
            value={typeof given === 'number' ? given : undefined}
            onChange={(number) => put(number, name)}
          />
        </fieldset>
      );
    case 'links': {
      const links = (given ?? {}) as NonNullable<TileOptions['links']>;
      return (
        <fieldset class="te-group">
          <legend>{label}</legend>
          {[...columnsOf(desk, 'dimension'), ...columnsOf(desk, 'measure')].map((column) => (
            <TypedField
              key={column}
              label={labelOf(dataset, column)}
              placeholder={`https://crm.example.com/{${column}}`}
              value={links[column]}
              parse={(text) => (isLinkTemplate(text.trim()) ? text.trim() : undefined)}
              write={String}
              onChange={(link) =>
                put(orNothing(patch<typeof links>(links, { [column]: link })), `${name}-${column}`)
              }
            />
          ))}
        </fieldset>
      );
    }
  }
}

function ColumnsField({
  desk,
  name,
  option,
}: OptionFieldProps & { readonly option: ColumnsOption }): VNode | null {
  const { tile, dataset, words, change } = desk;
  const columns = columnsOf(desk, option.of);
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
  const { label } = optionMessages(words.charts, tile.kind, name);
  if (option.control === 'one')
    return (
      <Select
        label={label}
        options={[
          { key: '', label: words.automatic },
          ...columns.map((column) => ({ key: column, label: labelOf(dataset, column) })),
        ]}
        chosen={chosen[0] ?? ''}
        onChoose={(column) => put(column === '' ? undefined : [column])}
      />
    );
  return (
    <fieldset class="te-group">
      <legend>{label}</legend>
      {columns.map((column) => (
        <Tick
          key={column}
          label={labelOf(dataset, column)}
          checked={chosen.includes(column)}
          onChange={(checked) =>
            put(orNothing(checked ? [...chosen, column] : chosen.filter((other) => other !== column)))
          }
        />
      ))}
    </fieldset>
  );
}

const givenFor = (options: TileOptions = {}, name: string): unknown =>
  Object.entries(options).find(([key]) => key === name)?.[1];

const columnsOf = ({ tile: { query } }: Desk, role: 'dimension' | 'measure'): readonly string[] =>
  role === 'measure' ? query.measures : query.dimensions.map(({ column }) => column);

const listed = (text: string): readonly string[] | undefined =>
  orNothing(text.split(/\s*,\s*/).filter((name) => name !== ''));

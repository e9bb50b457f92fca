import type { Grain } from '@inlay/protocol/query';
import type { DataShape } from '../data-shape.ts';

interface Described {
  /** For authors who write tiles as files. */
  readonly description?: string;
  /** The result shapes that it applies to; the editor hides it for others. */
  readonly when?: (shape: DataShape) => boolean;
}

/** One column of the result. */
export interface ColumnOption extends Described {
  readonly type: 'column';
  readonly of: 'dimension' | 'measure';
  /** The behavior without it: the chart picks a column, or there is none. */
  readonly absent: 'automatic' | 'none';
}

/** Several columns, in order. */
export interface ColumnsOption extends Described {
  readonly type: 'columns';
  readonly of: 'dimension' | 'measure';
  /** The control in the editor: a select for one, a checkbox for each, or none (files only). */
  readonly control: 'one' | 'checkboxes' | 'none';
  /** The default for checkboxes. */
  readonly usual?: (columns: readonly string[]) => readonly string[];
  /** The option with all drawn columns, of which these are a subset. */
  readonly among?: string;
}

/** One of several values. Without a default, the chart picks one that suits the data. */
export interface ChoiceOption<Choice extends string = string> extends Described {
  readonly type: 'choice';
  readonly choices: readonly Choice[];
  /** The choices that this kind supports, if not all. */
  readonly only?: readonly NoInfer<Choice>[];
  readonly default?: NoInfer<Choice>;
}

export interface ToggleOption extends Described {
  readonly type: 'toggle';
  readonly default: boolean;
}

/** One of two values, shown as a checkbox. */
export interface SwitchOption<Choice extends string = string> extends Described {
  readonly type: 'switch';
  readonly choices: readonly Choice[];
  /** The value of the checked box. */
  readonly on: NoInfer<Choice>;
  readonly default: NoInfer<Choice>;
}

/** A whole number. */
export interface NumberOption extends Described {
  readonly type: 'number';
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** A number. Without it, the chart picks one that suits the data. */
export interface AmountOption extends Described {
  readonly type: 'amount';
  readonly whole?: boolean;
  readonly min?: number;
  readonly max?: number;
  /** The option that it must be greater than. */
  readonly above?: string;
}

/** A short text. */
export interface TextOption extends Described {
  readonly type: 'text';
}

/** Names from the data, separated by commas. */
export interface NamesOption extends Described {
  readonly type: 'names';
}

/** A number, or the name of a measure with the values. */
export interface TargetOption extends Described {
  readonly type: 'target';
}

/** A URL for each column, with columns in braces (`cellLinks`). */
export interface LinksOption extends Described {
  readonly type: 'links';
}

/** Lines over time in the rows of a table. */
export interface SparklinesOption extends Described {
  readonly type: 'sparklines';
}

/** The value of a `SparklinesOption`. */
export interface Sparklines {
  readonly measures: readonly string[];
  /** The date of the dataset that the lines run along, and the periods that it is grouped by. */
  readonly column: string;
  readonly grain: SparklineGrain;
  /** All rows have one scale, so that their sizes can be compared; otherwise each line fills its own. */
  readonly sharedScale?: boolean;
}

/** A table covers more time than hours can show in a cell. */
export type SparklineGrain = Exclude<Grain, 'hour'>;

export type ChartOption =
  | ColumnOption
  | ColumnsOption
  | ChoiceOption
  | SwitchOption
  | ToggleOption
  | NumberOption
  | AmountOption
  | TextOption
  | NamesOption
  | TargetOption
  | LinksOption
  | SparklinesOption;

/** The options of a kind, by their names in a tile. */
export type ChartOptions = Readonly<Record<string, ChartOption>>;

/** The value of an option in a tile. */
type OptionValue<Option> = Option extends {
  readonly type: 'choice' | 'switch';
  readonly choices: readonly (infer Choice)[];
}
  ? Choice
  : Option extends { readonly type: 'column' | 'text' }
    ? string
    : Option extends { readonly type: 'columns' | 'names' }
      ? readonly string[]
      : Option extends { readonly type: 'toggle' }
        ? boolean
        : Option extends { readonly type: 'number' | 'amount' }
          ? number
          : Option extends { readonly type: 'target' }
            ? number | string
            : Option extends { readonly type: 'links' }
              ? Readonly<Record<string, string>>
              : Option extends { readonly type: 'sparklines' }
                ? Sparklines
                : never;

/** The values of these options in a tile. */
export type OptionValues<Options> = {
  readonly [Name in keyof Options]?: OptionValue<Options[Name]>;
};

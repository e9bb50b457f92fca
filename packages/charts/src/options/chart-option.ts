import type { DataShape } from '../data-shape.ts';

interface Described {
  /** For those who write tiles as files. */
  readonly description?: string;
  /** The results that it makes sense for; the editor hides it for others. */
  readonly when?: (shape: DataShape) => boolean;
}

/** One column of the result. */
export interface ColumnOption extends Described {
  readonly type: 'column';
  readonly of: 'dimension' | 'measure';
  /** What is drawn without it: a column that the chart picks, or none. */
  readonly absent: 'automatic' | 'none';
}

/** Several columns, in order. */
export interface ColumnsOption extends Described {
  readonly type: 'columns';
  readonly of: 'dimension' | 'measure';
  /** How the editor offers it: the choice of one, a checkbox for each, or in files alone. */
  readonly control: 'one' | 'checkboxes' | 'none';
  /** What is drawn without it, for checkboxes. */
  readonly usual?: (columns: readonly string[]) => readonly string[];
  /** The option for the columns that are drawn, of which these are some. */
  readonly among?: string;
}

/** One of several words. Without a default, the chart picks what suits the data. */
export interface ChoiceOption<Choice extends string = string> extends Described {
  readonly type: 'choice';
  readonly choices: readonly Choice[];
  /** Those that this kind draws, if not all. */
  readonly only?: readonly NoInfer<Choice>[];
  readonly default?: NoInfer<Choice>;
}

export interface ToggleOption extends Described {
  readonly type: 'toggle';
  readonly default: boolean;
}

/** One of two words, which the editor offers as a checkbox. */
export interface SwitchOption<Choice extends string = string> extends Described {
  readonly type: 'switch';
  readonly choices: readonly Choice[];
  /** What the checkbox chooses. */
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

/** A number, or the name of a measure whose values it takes. */
export interface TargetOption extends Described {
  readonly type: 'target';
}

/** An address for each column, with columns in braces (`cellLinks`). */
export interface LinksOption extends Described {
  readonly type: 'links';
}

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
  | LinksOption;

/** The options of a kind by the names that they have in a tile. */
export type ChartOptions = Readonly<Record<string, ChartOption>>;

/** What a tile holds for an option. */
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
              : never;

/** What a tile may hold for these options. */
export type OptionValues<Options> = {
  readonly [Name in keyof Options]?: OptionValue<Options[Name]>;
};

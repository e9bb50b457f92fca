import type { ChartOptionsMessages } from '@inlay/messages/chartOptions';

export type KindName = keyof ChartOptionsMessages['kinds'];

/** What the editor calls an option. */
interface OptionMessages {
  readonly label: string;
  readonly hint?: string;
  /** Said where a value is not above that of the option it must be above. */
  readonly problem?: string;
  readonly choices?: Readonly<Record<string, string>>;
}

interface KindMessages {
  /** In pickers: short. */
  readonly label: string;
  /** What a chart of this kind is called where it stands alone. */
  readonly name: string;
  /** Where the kind calls a shared option something else. */
  readonly options?: Readonly<Record<string, Partial<OptionMessages>>>;
}

export const kindMessages = ({ kinds }: ChartOptionsMessages, kind: KindName): KindMessages => kinds[kind];

export function optionMessages(
  messages: ChartOptionsMessages,
  kind: KindName,
  option: string,
): OptionMessages {
  const shared: Readonly<Record<string, OptionMessages>> = messages.options;
  return { label: option, ...shared[option], ...kindMessages(messages, kind).options?.[option] };
}

/** `unknown` for an option whose label and choices are in `en.json`, `never` for others: those do not compile. */
export type WithMessages<Options> = {
  readonly [Name in keyof Options]: Name extends keyof ChartOptionsMessages['options']
    ? Options[Name] extends {
        readonly type: 'choice';
        readonly choices: readonly (infer Choice extends string)[];
      }
      ? ChartOptionsMessages['options'][Name] extends { readonly choices: Readonly<Record<Choice, string>> }
        ? unknown
        : never
      : unknown
    : never;
};

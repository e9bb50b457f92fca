import type { ChartOptionsMessages } from '@inlay/messages/chartOptions';

export type KindName = keyof ChartOptionsMessages['kinds'];

/** The texts of an option in the editor. */
interface OptionMessages {
  readonly label: string;
  readonly hint?: string;
  /** Shown if the value is not greater than that of the option in `above`. */
  readonly problem?: string;
  readonly choices?: Readonly<Record<string, string>>;
  /** Labels of its fields, if it has several. */
  readonly fields?: Readonly<Record<string, string>>;
}

interface KindMessages {
  /** Labels that override those of shared options. */
  readonly options?: Readonly<Record<string, Partial<OptionMessages>>>;
}

export function optionMessages(
  messages: ChartOptionsMessages,
  kind: KindName,
  option: string,
): OptionMessages {
  const shared: Readonly<Record<string, OptionMessages>> = messages.options;
  const own: KindMessages = messages.kinds[kind];
  return { label: option, ...shared[option], ...own.options?.[option] };
}

/** `unknown` for an option that has texts in `en.json`, `never` for others, which then do not compile. */
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

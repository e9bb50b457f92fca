import type { ChoiceOption } from './chart-option.ts';

/** The choice that a kind draws; undefined if it picks one. A tile may have a choice that only other kinds support. */
export function drawnChoice(option: ChoiceOption, given: unknown): string | undefined {
  const offered = option.only ?? option.choices;
  return offered.find((choice) => choice === given) ?? option.default;
}

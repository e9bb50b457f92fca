import type { ChoiceOption } from './chart-option.ts';

/** The choice that a kind draws, or nothing where it picks one: a tile may hold one that only other kinds draw. */
export function drawnChoice(option: ChoiceOption, given: unknown): string | undefined {
  const offered = option.only ?? option.choices;
  return offered.find((choice) => choice === given) ?? option.default;
}

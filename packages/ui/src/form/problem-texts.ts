import { createContext } from 'preact';

/** What is wrong with a value, to follow the label of its field: "Username is required". */
export interface ProblemTexts {
  readonly required: string;
  readonly format: string;
  readonly dateTime: string;
  readonly wholeNumber: string;
  readonly number: string;
  readonly oneOf: (values: string) => string;
  readonly minLength: (min: number) => string;
  readonly maxLength: (max: number) => string;
  readonly minimum: (min: number) => string;
  readonly maximum: (max: number) => string;
  readonly range: (min: number, max: number) => string;
  readonly minItems: (min: number) => string;
  readonly maxItems: (max: number) => string;
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export const englishProblems: ProblemTexts = {
  required: 'is required',
  format: 'has the wrong format',
  dateTime: 'must be a date and time',
  wholeNumber: 'must be a whole number',
  number: 'must be a number',
  oneOf: (values) => `must be one of ${values}`,
  minLength: (min) => `must have at least ${counted(min, 'character')}`,
  maxLength: (max) => `can have at most ${counted(max, 'character')}`,
  minimum: (min) => `must be at least ${min}`,
  maximum: (max) => `must be at most ${max}`,
  range: (min, max) => `must be between ${min} and ${max}`,
  minItems: (min) => `needs at least ${counted(min, 'entry', 'entries')}`,
  maxItems: (max) => `can have at most ${counted(max, 'entry', 'entries')}`,
};

export const ProblemTextsContext = createContext(englishProblems);

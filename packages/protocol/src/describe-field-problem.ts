import {
  FEATURES,
  type FieldProblem,
  MAX_ENTRIES,
  MAX_TEXT_LENGTH,
  MAX_VALUES,
  type SingleField,
} from './embed-fields.ts';

const EXPECTED: Readonly<Record<SingleField, string>> = {
  token: 'a token from the token endpoint',
  origin: 'an origin such as https://app.example.com',
  width: 'a whole number of pixels from 1 to 20000',
  height: 'pixels, auto or fill',
  lang: 'a language tag such as en or pt-BR',
  timeZone: 'a time zone such as Europe/Paris',
  theme: 'light, dark, auto, the name of a theme, or {"name", "mode", "tokens"}',
  step: 'the id of a step',
  storyMode: 'slides, scroll or auto',
  dashboard: 'the id of a dashboard',
  dataset: 'the id of a dataset',
  renews: '1, or omitted',
  cancels: '1, or omitted',
  filters: 'a JSON object of filter values',
  variables: 'a JSON object with strings, numbers, booleans or null as values',
  features: `a JSON object with booleans for ${FEATURES.join(', ')}`,
};

/** A sentence for the developer of the host page. Never contains the value. Apart, because embeds without problems do not load it. */
export function describeFieldProblem({ field, reason }: FieldProblem): string {
  switch (reason) {
    case 'invalid':
      return `'${field}' must be ${EXPECTED[field as SingleField]}.`;
    case 'repeated':
      return `'${field}' is set more than once. Only the first value is used.`;
    case 'too long':
      return `'${field}' is longer than ${MAX_TEXT_LENGTH} characters.`;
    case 'too many values':
      return `'${field}' has more than ${MAX_VALUES} values.`;
    case 'too many entries':
      return `There are more than ${MAX_ENTRIES} ${field}.`;
  }
}

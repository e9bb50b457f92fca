import type { Periods } from './periods.ts';

export const periods: Periods = {
  today: 'Vandaag',
  yesterday: 'Gisteren',
  'last-7-days': 'Laatste 7 dagen',
  'last-30-days': 'Laatste 30 dagen',
  'last-90-days': 'Laatste 90 dagen',
  'last-12-months': 'Laatste 12 maanden',
  'this-week': 'Deze week',
  'this-month': 'Deze maand',
  'this-quarter': 'Dit kwartaal',
  'this-year': 'Dit jaar',
  'last-week': 'Vorige week',
  'last-month': 'Vorige maand',
  'last-quarter': 'Vorig kwartaal',
  'last-year': 'Vorig jaar',
  'this-fiscal-quarter': 'Dit boekkwartaal',
  'this-fiscal-year': 'Dit boekjaar',
  'last-fiscal-quarter': 'Vorig boekkwartaal',
  'last-fiscal-year': 'Vorig boekjaar',
  all: 'Hele periode',
};

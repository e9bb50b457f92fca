import type { Periods } from './periods.ts';

export const periods: Periods = {
  today: 'Heute',
  yesterday: 'Gestern',
  'last-7-days': 'Letzte 7 Tage',
  'last-30-days': 'Letzte 30 Tage',
  'last-90-days': 'Letzte 90 Tage',
  'last-12-months': 'Letzte 12 Monate',
  'this-week': 'Diese Woche',
  'this-month': 'Dieser Monat',
  'this-quarter': 'Dieses Quartal',
  'this-year': 'Dieses Jahr',
  'last-week': 'Letzte Woche',
  'last-month': 'Letzter Monat',
  'last-quarter': 'Letztes Quartal',
  'last-year': 'Letztes Jahr',
  'this-fiscal-quarter': 'Dieses Geschäftsquartal',
  'this-fiscal-year': 'Dieses Geschäftsjahr',
  'last-fiscal-quarter': 'Letztes Geschäftsquartal',
  'last-fiscal-year': 'Letztes Geschäftsjahr',
  all: 'Gesamter Zeitraum',
};

import type { Periods } from './periods.ts';

export const periods: Periods = {
  today: 'Oggi',
  yesterday: 'Ieri',
  'last-7-days': 'Ultimi 7 giorni',
  'last-30-days': 'Ultimi 30 giorni',
  'last-90-days': 'Ultimi 90 giorni',
  'last-12-months': 'Ultimi 12 mesi',
  'this-week': 'Questa settimana',
  'this-month': 'Questo mese',
  'this-quarter': 'Questo trimestre',
  'this-year': 'Quest’anno',
  'last-week': 'Settimana scorsa',
  'last-month': 'Mese scorso',
  'last-quarter': 'Trimestre scorso',
  'last-year': 'Anno scorso',
  'this-fiscal-quarter': 'Questo trimestre fiscale',
  'this-fiscal-year': 'Questo esercizio',
  'last-fiscal-quarter': 'Trimestre fiscale scorso',
  'last-fiscal-year': 'Esercizio precedente',
  all: 'Tutto il periodo',
};

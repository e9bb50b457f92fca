import type { Periods } from './periods.ts';

export const periods: Periods = {
  today: 'Hoy',
  yesterday: 'Ayer',
  'last-7-days': 'Últimos 7 días',
  'last-30-days': 'Últimos 30 días',
  'last-90-days': 'Últimos 90 días',
  'last-12-months': 'Últimos 12 meses',
  'this-week': 'Esta semana',
  'this-month': 'Este mes',
  'this-quarter': 'Este trimestre',
  'this-year': 'Este año',
  'last-week': 'Semana pasada',
  'last-month': 'Mes pasado',
  'last-quarter': 'Trimestre pasado',
  'last-year': 'Año pasado',
  'this-fiscal-quarter': 'Este trimestre fiscal',
  'this-fiscal-year': 'Este año fiscal',
  'last-fiscal-quarter': 'Trimestre fiscal anterior',
  'last-fiscal-year': 'Año fiscal anterior',
  all: 'Todo el período',
};

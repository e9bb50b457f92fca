import type { Periods } from './periods.ts';

export const periods: Periods = {
  today: 'Hoje',
  yesterday: 'Ontem',
  'last-7-days': 'Últimos 7 dias',
  'last-30-days': 'Últimos 30 dias',
  'last-90-days': 'Últimos 90 dias',
  'last-12-months': 'Últimos 12 meses',
  'this-week': 'Esta semana',
  'this-month': 'Este mês',
  'this-quarter': 'Este trimestre',
  'this-year': 'Este ano',
  'last-week': 'Semana passada',
  'last-month': 'Mês passado',
  'last-quarter': 'Trimestre passado',
  'last-year': 'Ano passado',
  'this-fiscal-quarter': 'Este trimestre fiscal',
  'this-fiscal-year': 'Este ano fiscal',
  'last-fiscal-quarter': 'Trimestre fiscal anterior',
  'last-fiscal-year': 'Ano fiscal anterior',
  all: 'Todo o período',
};

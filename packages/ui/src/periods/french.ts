import type { Periods } from './periods.ts';

export const periods: Periods = {
  today: 'Aujourd’hui',
  yesterday: 'Hier',
  'last-7-days': '7 derniers jours',
  'last-30-days': '30 derniers jours',
  'last-90-days': '90 derniers jours',
  'last-12-months': '12 derniers mois',
  'this-week': 'Cette semaine',
  'this-month': 'Ce mois-ci',
  'this-quarter': 'Ce trimestre',
  'this-year': 'Cette année',
  'last-week': 'Semaine dernière',
  'last-month': 'Mois dernier',
  'last-quarter': 'Trimestre dernier',
  'last-year': 'Année dernière',
  'this-fiscal-quarter': 'Ce trimestre fiscal',
  'this-fiscal-year': 'Cet exercice',
  'last-fiscal-quarter': 'Trimestre fiscal dernier',
  'last-fiscal-year': 'Exercice précédent',
  all: 'Toute la période',
};

import type { Periods } from './periods.ts';

export const periods: Periods = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-7-days': 'Last 7 days',
  'last-30-days': 'Last 30 days',
  'last-90-days': 'Last 90 days',
  'last-12-months': 'Last 12 months',
  'this-week': 'This week',
  'this-month': 'This month',
  'this-quarter': 'This quarter',
  'this-year': 'This year',
  'last-week': 'Last week',
  'last-month': 'Last month',
  'last-quarter': 'Last quarter',
  'last-year': 'Last year',
  'this-fiscal-quarter': 'This fiscal quarter',
  'this-fiscal-year': 'This fiscal year',
  'last-fiscal-quarter': 'Last fiscal quarter',
  'last-fiscal-year': 'Last fiscal year',
  all: 'All time',
};

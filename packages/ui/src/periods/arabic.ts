import type { Periods } from './periods.ts';

export const periods: Periods = {
  today: 'اليوم',
  yesterday: 'أمس',
  'last-7-days': 'آخر 7 أيام',
  'last-30-days': 'آخر 30 يومًا',
  'last-90-days': 'آخر 90 يومًا',
  'last-12-months': 'آخر 12 شهرًا',
  'this-week': 'هذا الأسبوع',
  'this-month': 'هذا الشهر',
  'this-quarter': 'هذا الربع',
  'this-year': 'هذه السنة',
  'last-week': 'الأسبوع الماضي',
  'last-month': 'الشهر الماضي',
  'last-quarter': 'الربع الماضي',
  'last-year': 'السنة الماضية',
  'this-fiscal-quarter': 'الربع المالي الحالي',
  'this-fiscal-year': 'السنة المالية الحالية',
  'last-fiscal-quarter': 'الربع المالي الماضي',
  'last-fiscal-year': 'السنة المالية الماضية',
  all: 'كل الفترات',
};

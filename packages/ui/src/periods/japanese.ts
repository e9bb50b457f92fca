import type { Periods } from './periods.ts';

export const periods: Periods = {
  today: '今日',
  yesterday: '昨日',
  'last-7-days': '過去7日間',
  'last-30-days': '過去30日間',
  'last-90-days': '過去90日間',
  'last-12-months': '過去12か月',
  'this-week': '今週',
  'this-month': '今月',
  'this-quarter': '今四半期',
  'this-year': '今年',
  'last-week': '先週',
  'last-month': '先月',
  'last-quarter': '前四半期',
  'last-year': '昨年',
  'this-fiscal-quarter': '今会計四半期',
  'this-fiscal-year': '今会計年度',
  'last-fiscal-quarter': '前会計四半期',
  'last-fiscal-year': '前会計年度',
  all: '全期間',
};

import Type from 'typebox';
import { exact, type Wire } from './schema-parts.ts';

export const FREQUENCIES = ['hour', 'day', 'workday', 'week', 'month'] as const;
export const FrequencySchema = Type.Enum([...FREQUENCIES]);
export type Frequency = (typeof FREQUENCIES)[number];

const at = Type.String({
  pattern: '^(?:[01]\\d|2[0-3]):[0-5]\\d$',
  'x-problem': 'must be a time such as 08:30',
  description: 'The local time, `HH:MM`.',
});
const timeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'IANA name, such as `Europe/Berlin`.',
});

/**
 * When a report is sent or an alert is checked. A local time that a clock change skips means the moment after the gap; one
 * that it repeats, its first occurrence.
 */
export const ReportScheduleSchema = Type.Union(
  [
    Type.Object({ every: Type.Literal('hour'), timeZone }, exact),
    Type.Object({ every: Type.Literal('day'), at, timeZone }, exact),
    Type.Object({ every: Type.Literal('workday'), at, timeZone }, exact),
    Type.Object(
      {
        every: Type.Literal('week'),
        weekday: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday.' }),
        at,
        timeZone,
      },
      exact,
    ),
    Type.Object(
      {
        every: Type.Literal('month'),
        day: Type.Integer({
          minimum: 1,
          maximum: 31,
          description: 'In shorter months, the last day.',
        }),
        at,
        timeZone,
      },
      exact,
    ),
  ],
  { title: 'ReportSchedule', description: '`workday` is Monday to Friday. `hour` is for alerts only.' },
);
export type ReportSchedule = Wire<typeof ReportScheduleSchema>;

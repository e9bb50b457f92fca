import Type from 'typebox';

export const CalendarBody = Type.Object(
  {
    timeZone: Type.String({ maxLength: 64, description: 'IANA name. UTC without one.' }),
    weekStart: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday.' }),
    fiscalYearStart: Type.Integer({ minimum: 1, maximum: 12 }),
  },
  { additionalProperties: false, title: 'Calendar' },
);

import { Identifier, Text } from '@inlay/protocol/schema-parts';
import Type from 'typebox';

export const DashboardTitleSchema = Text(1, 256);

/** The values of the form for a new dashboard. */
export const NewDashboardSchema = Type.Object({
  id: Type.Optional(Identifier),
  title: DashboardTitleSchema,
});

import Type from 'typebox';
import { exact, Identifier, Label, Timestamp, type Wire } from './schema-parts.ts';

const name = Label(1);

/** The schemas of groups and workspaces, which are alike: an id that contexts refer to, and a display name. */
export const namedSchemas = (title: 'Group' | 'Workspace') => ({
  dto: Type.Object({ id: Type.String(), name, createdAt: Timestamp, updatedAt: Timestamp }, { title }),
  create: Type.Object({ id: Identifier, name }, { ...exact, title: `New${title}` }),
  change: Type.Object({ name }, { ...exact, title: `${title}Change` }),
});

export type Named = Wire<ReturnType<typeof namedSchemas>['dto']>;

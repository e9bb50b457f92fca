import Type from 'typebox';

/** The query parameter of lists of what belongs to a workspace. */
export const ofWorkspace = Type.Optional(
  Type.String({ maxLength: 128, description: 'Only items of the workspace with this id.' }),
);

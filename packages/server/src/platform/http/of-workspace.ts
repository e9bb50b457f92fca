import Type from 'typebox';

/** The query parameter that filters lists by workspace. */
export const ofWorkspace = Type.Optional(
  Type.String({ maxLength: 128, description: 'Only items of the workspace with this id.' }),
);

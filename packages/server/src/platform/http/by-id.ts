import Type from 'typebox';

/** The parameter of every route that is about one thing. */
export const byId = Type.Object({ id: Type.String({ maxLength: 128 }) });

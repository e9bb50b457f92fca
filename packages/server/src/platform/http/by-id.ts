import Type from 'typebox';

/** The path parameter of routes for a single object. */
export const byId = Type.Object({ id: Type.String({ maxLength: 128 }) });

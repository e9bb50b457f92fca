import Type from 'typebox';

/** Colors of authors end up in style attributes, so only harmless notations are accepted. */
export const Color = Type.String({
  pattern: '^(#[0-9a-fA-F]{3,4}|#[0-9a-fA-F]{6}|#[0-9a-fA-F]{8}|[a-z]{3,32}(-[a-z0-9]{1,16})?)$',
  'x-problem': "must be a color: '#1f6feb', a CSS name or the name of a design token",
});

import Type from 'typebox';
import { Color } from './color.ts';
import { exact, type Wire } from './schema-parts.ts';

const mode = Type.Optional(Type.Enum(['light', 'dark', 'auto']));
const family = `(?:[\\w -]+| *"[\\w -]+" *| *'[\\w -]+' *)`;
const font = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: `^${family}(?:,${family})*$`,
    'x-problem':
      'must be font names separated by commas, quoted or unquoted, with only letters, digits, spaces, dashes and underscores',
  }),
);
const TokenName = Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' });

/** The name of a tenant's theme. The names of the three modes are reserved. */
export const ThemeNameSchema = Type.String({
  pattern: '^(?!(?:light|dark|auto)$)[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$',
  'x-problem':
    'must be 1 to 64 letters, digits, dots, dashes or underscores, start with a letter or digit, and not be light, dark or auto',
  examples: ['acme'],
});

export const ThemeSchema = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        ...ThemeNameSchema,
        description: 'Name of a theme of the tenant. The other fields override it.',
      }),
    ),
    mode,
    font,
    tokens: Type.Optional(
      Type.Record(TokenName, Color, {
        ...exact,
        maxProperties: 100,
        description: 'Colors by design token.',
      }),
    ),
  },
  { ...exact, title: 'ThemeChoice', description: 'Omitted fields keep their defaults.' },
);

/** The colors and fonts of a customer. */
export type ThemeChoice = Wire<typeof ThemeSchema>;

/** Plain hexadecimal, because its contrast must be known. */
const HexColor = Type.String({
  pattern: '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$',
  'x-problem': "must be a color such as '#1f6feb'",
});

const colors = (description: string) =>
  Type.Optional(Type.Record(TokenName, HexColor, { ...exact, maxProperties: 100, description }));

export const ThemeContentSchema = Type.Object(
  {
    mode,
    font,
    light: colors('Colors of light mode by design token. Omitted tokens keep their defaults.'),
    dark: colors('Colors of dark mode by design token.'),
  },
  {
    ...exact,
    title: 'ThemeContent',
    examples: [{ light: { accent: '#0b6e4f', 'series-1': '#0b6e4f' }, dark: { accent: '#3fc08d' } }],
  },
);

/** The stored definition of a theme. */
export type ThemeContent = Wire<typeof ThemeContentSchema>;

/** `GET /embed/api/v0/themes/<name>`: what a page needs to apply a theme without reloading. */
export interface ResolvedTheme extends ThemeContent {
  readonly name: string;
  /** A complete style sheet with every token for light and dark. Append it after the page's own. */
  readonly css: string;
}

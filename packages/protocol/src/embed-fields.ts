import type {
  Feature,
  Features,
  Filters,
  FilterValue,
  StoryMode,
  Theme,
  Variables,
} from './frame-messages.ts';
import { readLanguage } from './language.ts';
import { remember } from './remember.ts';
import { STORY_MODES } from './story-mode.ts';

/** The validated settings of one embed in a host page. Missing and invalid fields are omitted. */
export interface InstanceSettings {
  readonly token?: string;
  readonly origin?: string;
  readonly width?: number;
  /** `auto`: as tall as the content needs. `fill`: as tall as the frame is. */
  readonly height?: number | 'auto' | 'fill';
  readonly lang?: string;
  readonly timeZone?: string;
  readonly theme?: Theme;
  readonly step?: string;
  /** Instead of the author's choice. */
  readonly storyMode?: StoryMode;
  /** For a builder: the dashboard to open. */
  readonly dashboard?: string;
  /** For a builder: the initial dataset of a new chart. */
  readonly dataset?: string;
  /** The host can provide another token when this one expires. */
  readonly renews?: boolean;
  /** The host may cancel click actions. */
  readonly cancels?: boolean;
  readonly filters: Filters;
  readonly variables: Variables;
  readonly features: Features;
}

export interface ReadEmbedFields {
  readonly settings: InstanceSettings;
  readonly problems: readonly FieldProblem[];
}

/** Why a field, or a part of it, is omitted. `describeFieldProblem` explains it to the developer. */
export interface FieldProblem {
  readonly field: string;
  readonly reason: 'invalid' | 'repeated' | 'too long' | 'too many values' | 'too many entries';
}

type Reader = (text: string) => unknown;

export const FEATURES: readonly Feature[] = [
  'filters',
  'cross-filter',
  'drill',
  'table',
  'full-screen',
  'export',
  'views',
  'subscriptions',
  'dashboards',
  'bar',
  'create',
  'edit',
  'templates',
  'library',
  'chart-editor',
  'texts',
  'sharing',
  'review',
];
export const MAX_TEXT_LENGTH = 16_384;
export const MAX_ENTRIES = 200;
export const MAX_VALUES = 1_000;

const READERS = {
  token: (text) => matching(text, /^[\x21-\x7e]{1,4096}$/),
  origin: readOrigin,
  width: readLength,
  height: (text) => (text === 'auto' || text === 'fill' ? text : readLength(text)),
  lang: readLanguage,
  timeZone: readTimeZone,
  theme: readTheme,
  step: readId,
  storyMode: (text) => STORY_MODES.find((mode) => mode === text),
  dashboard: readId,
  dataset: readId,
  renews: readFlag,
  cancels: readFlag,
  filters: (text) => readRecord(text, readFilter),
  variables: (text) => readRecord(text, readScalar),
  features: readFeatures,
} satisfies Readonly<Record<string, Reader>>;

/** The fields with one value each. */
export type SingleField = keyof typeof READERS;

/**
 * Reads the fields of a form, of a launcher's address or of a `start` message, which all use the same names.
 * `filters.<name>` and `variables.<name>` set one entry as text; a filter that repeats becomes a list.
 *
 * @example
 * ```ts
 * readEmbedFields(new URLSearchParams('lang=fr&filters.region=EU&filters.region=US')).settings
 * // { lang: 'fr', filters: { region: ['EU', 'US'] }, variables: {}, features: {} }
 * ```
 */
export function readEmbedFields(fields: Iterable<readonly [name: string, value: string]>): ReadEmbedFields {
  const single = new Map<string, unknown>();
  const filters = new Map<string, string[]>();
  const variables = new Map<string, string>();
  // By reason and field, because a field can be repeated thousands of times with the same problem.
  const problems = new Map<string, FieldProblem>();
  const report = (field: string, reason: FieldProblem['reason']) =>
    problems.set(`${reason} ${field}`, { field: field.slice(0, 64), reason });
  for (const [name, text] of fields) {
    const [, section, entry] = /^(filters|variables)\.(.{1,128})$/s.exec(name) ?? [];
    const reader: Reader | undefined = Object.hasOwn(READERS, name)
      ? READERS[name as SingleField]
      : undefined;
    const entries = section === 'filters' ? filters : variables;
    if (text.length > MAX_TEXT_LENGTH) report(name, 'too long');
    else if (entry !== undefined && !entries.has(entry) && entries.size === MAX_ENTRIES)
      report(section ?? '', 'too many entries');
    else if (section === 'filters' && entry !== undefined) {
      const values = filters.get(entry) ?? [];
      if (values.length === MAX_VALUES) report(name, 'too many values');
      else values.push(text);
      filters.set(entry, values);
    } else if (section === 'variables' && entry !== undefined) variables.set(entry, text);
    else if (reader === undefined) continue;
    // Only the first value is parsed, because some parsers, such as for time zones, are slow.
    else if (single.has(name)) report(name, 'repeated');
    else {
      const value = reader(text);
      single.set(name, value);
      if (value === undefined) report(name, 'invalid');
    }
  }
  const repeated = [...filters].map(([name, values]) => [name, values.length === 1 ? values[0] : values]);
  const settings = {
    ...Object.fromEntries([...single].filter(([, value]) => value !== undefined)),
    filters: { ...(single.get('filters') as Filters | undefined), ...Object.fromEntries(repeated) },
    variables: { ...(single.get('variables') as Variables | undefined), ...Object.fromEntries(variables) },
    features: (single.get('features') as Features | undefined) ?? {},
  };
  return { settings, problems: [...problems.values()] };
}

const matching = (text: string, pattern: RegExp) => (pattern.test(text) ? text : undefined);

function readId(text: string): string | undefined {
  return matching(text, /^[\w.-]{1,128}$/);
}

function readFlag(text: string): true | undefined {
  return text === '1' || undefined;
}

function readLength(text: string): number | undefined {
  const length = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return length >= 1 && length <= 20_000 ? length : undefined;
}

/** Exactly as browsers write it, because it is the target of `postMessage`. */
function readOrigin(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin === text ? text : undefined;
}

function readTimeZone(text: string): string | undefined {
  if (!/^[A-Za-z0-9_+/-]{1,64}$/.test(text)) return undefined;
  try {
    return canonicalTimeZone(text);
  } catch {
    return undefined;
  }
}

const canonicalTimeZone = remember(
  500,
  (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone,
);

/** A name, or JSON with design tokens; undefined if a token is not a plain value. */
export function readTheme(text: string): Theme | undefined {
  const name = (value: unknown) =>
    typeof value === 'string' ? matching(value, /^[A-Za-z0-9][\w.-]{0,63}$/) : undefined;
  if (!text.startsWith('{')) return name(text);
  const { name: named, mode, tokens = {}, ...rest } = parseObject(text) ?? { unreadable: true };
  const kept = readRecord(JSON.stringify(tokens), readDesignToken);
  const fits =
    Object.keys(rest).length === 0 &&
    kept !== undefined &&
    (named === undefined || name(named) !== undefined) &&
    (mode === undefined || mode === 'light' || mode === 'dark' || mode === 'auto');
  if (!fits) return undefined;
  return {
    ...(named === undefined ? {} : { name: named as string }),
    ...(mode === undefined ? {} : { mode }),
    tokens: kept,
  };
}

/** Tokens become CSS custom properties, so values must not end the declaration or load anything. */
function readDesignToken(value: unknown, name: string): string | undefined {
  const fits =
    typeof value === 'string' &&
    /^[a-z][a-z0-9-]{0,63}$/.test(name) &&
    /^[\w#%.,()\s'"+*-]{1,200}$/.test(value) &&
    !/url|image|src|expression|attr/i.test(value);
  return fits ? value : undefined;
}

function readFeatures(text: string): Features | undefined {
  const known = (value: unknown, name: string) =>
    FEATURES.some((feature) => feature === name) && typeof value === 'boolean' ? value : undefined;
  return readRecord(text, known);
}

function readFilter(value: unknown): FilterValue | undefined {
  if (Array.isArray(value)) {
    return value.length <= MAX_VALUES && value.every((one) => readScalar(one) !== undefined)
      ? value
      : undefined;
  }
  if (typeof value !== 'object' || value === null) return readScalar(value);
  const { from, to, ...rest } = value as Record<string, unknown>;
  const bound = (end: unknown) => ['undefined', 'string', 'number'].includes(typeof end);
  const fits = bound(from) && bound(to) && (from ?? to) !== undefined && Object.keys(rest).length === 0;
  return fits ? (value as FilterValue) : undefined;
}

function readScalar(value: unknown): string | number | boolean | null | undefined {
  const plain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return plain ? (value as string | number | boolean | null) : undefined;
}

/** All entries or none: dropping a filter silently would show more data than requested. */
function readRecord<Value>(
  text: string | undefined,
  read: (value: unknown, name: string) => Value | undefined,
): Readonly<Record<string, Value>> | undefined {
  const parsed = parseObject(text ?? '');
  if (parsed === undefined) return undefined;
  const entries: [string, Value][] = [];
  for (const [name, value] of Object.entries(parsed)) {
    const kept = read(value, name);
    if (kept === undefined || name.length > 128) return undefined;
    entries.push([name, kept]);
  }
  return entries.length <= MAX_ENTRIES ? Object.fromEntries(entries) : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const object = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return object ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

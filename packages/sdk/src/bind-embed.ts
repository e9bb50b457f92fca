import type { InlayInstance } from './create-instance.ts';
import {
  type Cancelable,
  EMBED_OPTIONS,
  type EmbedEventName,
  type EmbedEvents,
  type EmbedHandle,
  type EmbedOptions,
  EVENT_NAMES,
  OPTION_NAMES,
  type OptionName,
} from './embed-options.ts';
import { InlayError } from './errors.ts';

/** The properties of a component, in any framework. */
export interface EmbedBinding {
  readonly instance: InlayInstance | Promise<InlayInstance>;
  readonly embedId: string;
  readonly options: EmbedOptions;
}

/** Whether an embed is open, for components to render around it. */
export type EmbedState =
  | { readonly status: 'loading'; readonly embed?: EmbedHandle; readonly error?: undefined }
  | { readonly status: 'ready'; readonly embed: EmbedHandle; readonly error?: undefined }
  | { readonly status: 'error'; readonly embed?: EmbedHandle; readonly error: InlayError };

/** An event of a component. `embed` is missing only from an error that occurred before there was an embed. */
export type ComponentEvent<Name extends EmbedEventName = EmbedEventName> = {
  [Each in Name]: {
    readonly name: Each;
    readonly detail: EmbedEvents[Each];
    readonly embed: Each extends 'error' ? EmbedHandle | undefined : EmbedHandle;
  } & (Each extends 'click' ? Cancelable : unknown);
}[Name];

interface EmbedObserver {
  readonly onEvent: (event: ComponentEvent) => void;
  readonly onState?: (state: EmbedState) => void;
}

export interface BoundEmbed {
  /** Applies what changed since the last call, as `EMBED_OPTIONS` says; equal values change nothing. */
  update(binding: EmbedBinding): void;
  destroy(): void;
}

export const LOADING: EmbedState = { status: 'loading' };

/** One insertion of the embed. */
interface Run {
  isOver: boolean;
  hasFailed: boolean;
  embed?: EmbedHandle;
  /** The options that the embed has. */
  options: EmbedOptions;
}

/** Keeps an embed in step with the properties of a component. */
export function bindEmbed(
  parent: Element,
  first: EmbedBinding,
  { onEvent, onState }: EmbedObserver,
): BoundEmbed {
  let wanted = snapshot(first);
  let current = start();

  function start(): Run {
    const run: Run = { isOver: false, hasFailed: false, options: {} };
    onState?.(LOADING);
    insert(run).catch((error: InlayError) => {
      if (run.isOver) return;
      reportError(error);
      handle(run, { name: 'error', detail: { ...wire(error), fatal: true }, embed: undefined });
    });
    return run;
  }

  async function insert(run: Run): Promise<void> {
    const instance = await wanted.instance;
    if (run.isOver) return;
    run.options = wanted.options;
    const others = new Set(instance.getAll());
    const inserting = instance.insertEmbedById(wanted.embedId, parent, run.options);
    // The promise settles when the embed is open; events before that matter too.
    const embed = instance.getAll().find((one) => !others.has(one));
    if (!embed) return void (await inserting);
    // Its rejection has already been an `error` event.
    inserting.catch(() => {});
    run.embed = embed;
    for (const name of EVENT_NAMES) embed.on(name, (event) => handle(run, event));
    onState?.({ status: 'loading', embed });
  }

  function handle(run: Run, event: ComponentEvent): void {
    if (run.isOver) return;
    if (event.name === 'ready') {
      run.hasFailed = false;
      onState?.({ status: 'ready', embed: event.embed });
    }
    if (event.name === 'error' && event.detail.fatal) {
      run.hasFailed = true;
      const { code, message } = event.detail;
      const error = new InlayError(code, message);
      onState?.({ status: 'error', error, ...(event.embed && { embed: event.embed }) });
    }
    onEvent(event);
  }

  function applyLive(run: Run, changed: readonly OptionName[]): void {
    const { embed, options: before } = run;
    // There is no embed yet: it will be inserted with the options of that time.
    if (!embed) return;
    run.options = wanted.options;
    for (const name of changed)
      LIVE[name]?.(embed, before, wanted.options).catch((error: InlayError) => {
        if (error.code === 'DESTROYED' || error.code === 'FRAME_RESTARTED') return;
        handle(run, { name: 'error', detail: { ...wire(error), fatal: false }, embed });
      });
  }

  return {
    update: (next) => {
      const before = wanted;
      wanted = snapshot(next);
      const changed = OPTION_NAMES.filter((name) => !isSame(before.options[name], wanted.options[name]));
      const isOther = before.instance !== wanted.instance || before.embedId !== wanted.embedId;
      if (!isOther && changed.length === 0) return;
      // After a failure, any change of the page tries again.
      if (isOther || current.hasFailed || changed.some((name) => needsNewFrame(name, wanted.options))) {
        end(current);
        current = start();
      } else applyLive(current, changed);
    },
    destroy: () => end(current),
  };
}

function end(run: Run): void {
  run.isOver = true;
  run.embed?.destroy();
}

const wire = ({ code, message }: InlayError) => ({ code, message });

type ApplyLive = (embed: EmbedHandle, before: EmbedOptions, after: EmbedOptions) => Promise<unknown>;

const LIVE: Readonly<Partial<Record<OptionName, ApplyLive>>> = {
  token: (embed, _, { token = '' }) => embed.setToken(token),
  lang: (embed, _, { lang = '' }) => embed.setLanguage(lang),
  theme: (embed, _, { theme = '' }) => embed.setTheme(theme),
  filters: (embed, before, after) => embed.setFilters(changesOf(before.filters, after.filters)),
  variables: (embed, before, after) => embed.setVariables(changesOf(before.variables, after.variables)),
  dashboard: (embed, _, { dashboard = '' }) => embed.openDashboard(dashboard),
};

function needsNewFrame(name: OptionName, options: EmbedOptions): boolean {
  if (EMBED_OPTIONS[name].change === 'recreate') return true;
  return options[name] === undefined && name !== 'filters' && name !== 'variables';
}

/** Entries that differ, and `null` for removed ones. The others stay as the viewer may have changed them. */
function changesOf<Value>(
  before: Readonly<Record<string, Value>> = {},
  after: Readonly<Record<string, Value>> = {},
): Readonly<Record<string, Value | null>> {
  const names = Object.keys({ ...before, ...after }).filter((name) => !isSame(before[name], after[name]));
  return Object.fromEntries(names.map((name) => [name, after[name] ?? null]));
}

/** Frameworks change objects in place; options that were applied must stay as they were. */
function snapshot({ instance, embedId, options }: EmbedBinding): EmbedBinding {
  const given = OPTION_NAMES.filter((name) => options[name] !== undefined).map((name) => {
    const value = options[name];
    return [name, typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value];
  });
  return { instance, embedId, options: Object.fromEntries(given) };
}

function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return Object.is(one, other);
  const names = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

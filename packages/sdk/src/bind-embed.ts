import type { InlayInstance } from './create-instance.ts';
import type { EmbedEvent, EmbedEventName, EmbedHandle, EmbedOptions } from './embed-options.ts';

/** What a component of any framework wants shown. */
interface EmbedBinding {
  readonly instance: InlayInstance | Promise<InlayInstance>;
  readonly id: string;
  readonly options: EmbedOptions;
}

export interface BoundEmbed {
  /** Tells the frame what changed. Another instance, id, height or provider takes a new binding. */
  update(options: EmbedOptions): void;
  destroy(): void;
}

const EVENTS: readonly EmbedEventName[] = [
  'ready',
  'rendered',
  'error',
  'token-expiring',
  'token-expired',
  'filter-change',
  'click',
  'drill',
  'navigate',
  'export',
  'resize',
  'dashboard-created',
  'dashboard-saved',
  'dashboard-submitted',
  'dashboard-published',
  'dashboard-deleted',
];

/** Keeps an embed in step with the properties of a component. Failures arrive as `error` events. */
export function bindEmbed(
  parent: Element,
  { instance, id, options }: EmbedBinding,
  onEvent: (event: EmbedEvent) => void,
): BoundEmbed {
  let wanted = snapshot(options);
  let shown = wanted;
  let gone = false;
  let embed: EmbedHandle | undefined;

  const show = async () => {
    const inlay = await instance;
    if (gone) return;
    shown = wanted;
    const others = new Set(inlay.getAll());
    const inserting = inlay.insertEmbedById(id, parent, shown);
    // Listened to before it is open, which is when the promise brings it: its first events count too.
    embed = inlay.getAll().find((one) => !others.has(one));
    for (const name of EVENTS) embed?.on(name, onEvent);
    await inserting.catch((error) => {
      // With an embed, its frame has told the viewer and its `error` event the page.
      if (!embed) throw error;
    });
  };

  const catchUp = () => {
    if (!embed) return;
    const [before, after] = [shown, wanted];
    shown = wanted;
    const told = [
      differs(before.filters, after.filters) && embed.setFilters(patch(before.filters, after.filters)),
      differs(before.variables, after.variables) &&
        embed.setVariables(patch(before.variables, after.variables)),
      differs(before.theme, after.theme) && after.theme && embed.setTheme(after.theme),
      before.lang !== after.lang && after.lang && embed.setLanguage(after.lang),
      before.token !== after.token && after.token && embed.setToken(after.token),
    ];
    // A frame that refuses a value says so in an `error` event.
    for (const telling of told) if (telling) telling.catch(() => {});
  };

  show().catch((error) => reportError(error));
  return {
    update: (next) => {
      wanted = snapshot(next);
      catchUp();
    },
    destroy: () => {
      gone = true;
      embed?.destroy();
    },
  };
}

/** Frameworks change their objects in place; what was shown must stay as it was. */
function snapshot({ filters, variables, theme, ...options }: EmbedOptions): EmbedOptions {
  return { ...options, ...JSON.parse(JSON.stringify({ filters, variables, theme })) };
}

const differs = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after);

/** What became of each entry; one that is gone is `null`. */
function patch<Value>(
  before: Readonly<Record<string, Value>> = {},
  after: Readonly<Record<string, Value>> = {},
): Readonly<Record<string, Value | null>> {
  const cleared = Object.keys(before).map((name) => [name, null] as const);
  return { ...Object.fromEntries(cleared), ...after };
}

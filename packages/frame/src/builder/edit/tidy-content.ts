import type { BuilderContent, BuilderItem } from '@inlay/content/builder';

type Filters = NonNullable<BuilderContent['filters']>;

/**
 * Removes references to removed items: filters of removed tiles, values of removed charts, and places in the mobile
 * order. The server rejects dangling references; undo restores all of it together.
 */
export function tidyContent(before: BuilderContent, after: BuilderContent): BuilderContent {
  if (before.items === after.items && before.filters === after.filters) return after;
  const shown = new Set(after.items.map((item) => ('tile' in item ? item.tile : item.id)));
  const ids = new Set(after.items.map(({ id }) => id));
  const gone = new Set(
    before.items.filter((item) => 'chart' in item && !ids.has(item.id)).map(({ id }) => id),
  );
  const { filters, phone, ...rest } = after;
  const kept = filters && tidyFilters(filters, shown);
  const order = phone?.filter((id) => ids.has(id));
  return {
    ...rest,
    items: gone.size === 0 ? after.items : after.items.map((item) => withoutValues(item, gone)),
    ...(kept && kept.length > 0 && { filters: kept }),
    ...(order && order.length > 0 && { phone: order }),
  };
}

/** A filter that targets certain tiles is removed with the last of them, so that it never applies to the others. */
function tidyFilters(filters: Filters, shown: ReadonlySet<string>): Filters {
  const left = filters
    .map((filter) => {
      const tiles = filter.tiles?.filter((id) => shown.has(id));
      return tiles && tiles.length !== filter.tiles?.length ? { ...filter, tiles } : filter;
    })
    .filter(({ tiles }) => tiles === undefined || tiles.length > 0);
  const ids = new Set(left.map(({ id }) => id));
  return left.map((filter) => {
    const { dependsOn, ...rest } = filter;
    if (!dependsOn || dependsOn.every((id) => ids.has(id))) return filter;
    const others = dependsOn.filter((id) => ids.has(id));
    return (others.length > 0 ? { ...rest, dependsOn: others } : rest) as typeof filter;
  });
}

function withoutValues(item: BuilderItem, gone: ReadonlySet<string>): BuilderItem {
  if (!('text' in item) || !item.values) return item;
  const lost = Object.entries(item.values).filter(([, { tile }]) => gone.has(tile));
  if (lost.length === 0) return item;
  const names = new Set(lost.map(([name]) => name));
  const { values, ...rest } = item;
  const left = Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
  const text = item.text.replaceAll(/\{\{\s*(\w+)[^{}]*\}\}/g, (whole, name) =>
    names.has(name) ? '–' : whole,
  );
  return { ...rest, text, ...(Object.keys(left).length > 0 && { values: left }) };
}

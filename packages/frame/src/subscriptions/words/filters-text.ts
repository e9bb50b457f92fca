import type { ViewState } from '@inlay/content/view-state';
import { filterText, isUnset } from '../../filters/filter-text.ts';
import type { PageContext } from '../../page/page-context.ts';

/** The filters that are set, such as `Region: North`; those of the host page have no name that a viewer knows. */
export function filtersText({ page, locale }: PageContext, { filters = {} }: ViewState): string | undefined {
  const lang = locale.lang();
  const set = page.filters.flatMap((control) => {
    const value = filters[control.id];
    if (isUnset(value, control.kind)) return [];
    // The current label: the language may have changed since the page was rendered.
    const button = document.querySelector(`[data-filter="${CSS.escape(control.id)}"] .inlay-filter-label`);
    return [
      `${button?.textContent ?? control.label}: ${filterText(control, value, locale.messages(), lang)}`,
    ];
  });
  return set.length === 0 ? undefined : new Intl.ListFormat(lang, { type: 'unit' }).format(set);
}

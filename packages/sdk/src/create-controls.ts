import type { HostRequests, HostRequestType } from '@inlay/protocol/frame-messages';
import type { Controls, SharedOptions } from './embed-options.ts';

/** Changes what is wanted and tells the frame, or all frames, about it. */
export type Tell = <Type extends HostRequestType>(
  change: (wanted: SharedOptions) => SharedOptions,
  type: Type,
  body: HostRequests[Type]['body'],
) => Promise<void>;

/** What an embed and an instance can be told alike. */
export function createControls(tell: Tell): Omit<Controls, 'on' | 'off' | 'destroy'> {
  const setFilters: Controls['setFilters'] = (filters) =>
    tell((wanted) => ({ filters: { ...wanted.filters, ...filters } }), 'set-filters', { filters });
  return {
    setFilters,
    setFilter: (name, value) => setFilters({ [name]: value }),
    setVariables: (variables) =>
      tell((wanted) => ({ variables: { ...wanted.variables, ...variables } }), 'set-variables', {
        variables,
      }),
    setTheme: (theme) => tell(() => ({ theme }), 'set-theme', { theme }),
    setLanguage: (lang) => tell(() => ({ lang }), 'set-language', { lang }),
    refresh: () => tell(() => ({}), 'refresh', null),
  };
}

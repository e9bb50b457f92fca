import type { HostRequests, HostRequestType } from '@inlay/protocol/frame-messages';
import type { Controls } from './embed-options.ts';

/** Tells the frame, or all frames, and remembers what is wanted from now on. */
export type Tell = <Type extends HostRequestType>(
  type: Type,
  body: HostRequests[Type]['body'],
) => Promise<void>;

/** What an embed and an instance can be told alike. */
export function createControls(tell: Tell): Omit<Controls, 'on' | 'off' | 'destroy'> {
  const setFilters: Controls['setFilters'] = (filters) => tell('set-filters', { filters });
  return {
    setFilters,
    setFilter: (name, value) => setFilters({ [name]: value }),
    setVariables: (variables) => tell('set-variables', { variables }),
    setTheme: (theme) => tell('set-theme', { theme }),
    setLanguage: (lang) => tell('set-language', { lang }),
    refresh: () => tell('refresh', null),
  };
}

import type { HostRequests, HostRequestType } from '@inlay/protocol/frame-messages';
import type { Controls } from './embed-options.ts';

/** Tells the frame, or all frames, and remembers what is wanted from now on. */
export type Send = <Type extends HostRequestType>(
  type: Type,
  body: HostRequests[Type]['body'],
) => Promise<void>;

/** What an embed and an instance can be told alike. */
export function createControls(send: Send): Omit<Controls, 'on' | 'off' | 'destroy'> {
  const setFilters: Controls['setFilters'] = (filters) => send('set-filters', { filters });
  return {
    setFilters,
    setFilter: (name, value) => setFilters({ [name]: value }),
    setVariables: (variables) => send('set-variables', { variables }),
    setTheme: (theme) => send('set-theme', { theme }),
    setLanguage: (lang) => send('set-language', { lang }),
    refresh: () => send('refresh', null),
  };
}

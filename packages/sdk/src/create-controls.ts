import type { HostRequests, HostRequestType } from '@inlay/protocol/frame-messages';
import type { Controls } from './embed-options.ts';

/** Sends a request to the frame, or to all frames, and keeps the change for frames that start later. */
export type Send = <Type extends HostRequestType>(
  type: Type,
  body: HostRequests[Type]['body'],
) => Promise<void>;

/** The methods that embeds and instances share. */
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

import { titleOutline } from '@inlay/protocol/parse-narrative';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import { asApiError } from '../api/api-error.ts';
import { can } from '../session/can.ts';

export type ContentGroup =
  | 'apps'
  | 'dashboards'
  | 'stories'
  | 'tiles'
  | 'embeds'
  | 'datasets'
  | 'connections'
  | 'users';

/** Something that the palette can open. */
export interface FoundContent {
  readonly group: ContentGroup;
  readonly id: string;
  readonly title: string;
  readonly appId?: string;
  readonly to: string;
}

export interface ContentSearch {
  readonly isSearching: boolean;
  readonly found: readonly FoundContent[];
  readonly problem?: string | undefined;
}

const PAUSE_MS = 200;
const MIN_LENGTH = 2;
/** Per group: more than fits is better found by typing more. */
const LIMIT = 5;

const NOTHING: ContentSearch = { isSearching: false, found: [] };

/** Content whose title or identifier contains the text. Typing cancels the former search. */
export function useContentSearch(text: string): ContentSearch {
  const [state, setState] = useState(NOTHING);
  const q = text.trim();
  useEffect(() => {
    if (q.length < MIN_LENGTH) {
      setState(NOTHING);
      return undefined;
    }
    const control = new AbortController();
    setState(({ found }) => ({ isSearching: true, found }));
    const search = async () => {
      const results = await Promise.allSettled(searches(q, control.signal));
      if (control.signal.aborted) return;
      const failed = results.find((result) => result.status === 'rejected');
      setState({
        isSearching: false,
        found: results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
        problem: failed && asApiError(failed.reason).message,
      });
    };
    const timer = setTimeout(search, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [q]);
  const contains = (value: string) => value.toLowerCase().includes(q.toLowerCase());
  // While the next results are on their way, only those of the former ones are listed that still match.
  const matches = ({ title, id }: FoundContent) => !state.isSearching || contains(title) || contains(id);
  // What has the text in its identifier only comes last; the sort is stable.
  const found = state.found
    .filter(matches)
    .toSorted((a, b) => Number(contains(b.title)) - Number(contains(a.title)));
  return q.length < MIN_LENGTH ? NOTHING : { ...state, found };
}

function searches(q: string, signal: AbortSignal): readonly Promise<readonly FoundContent[]>[] {
  const options = { query: { q, limit: LIMIT }, signal };
  const ofApp = async (group: 'dashboards' | 'stories' | 'tiles'): Promise<readonly FoundContent[]> => {
    const { data } = await api.get(`/${group}`, options);
    return data.map(({ id, appId, title }) => ({
      group,
      id,
      appId,
      title: titleOutline(title),
      to: `/apps/${encodeURIComponent(appId)}/${group}/${encodeURIComponent(id)}`,
    }));
  };
  const titled = async (group: 'apps' | 'embeds'): Promise<readonly FoundContent[]> => {
    const { data } = await api.get(`/${group}`, options);
    return data.map(({ id, appId, title }) => ({
      group,
      id,
      title: titleOutline(title),
      ...(group === 'embeds' && { appId }),
      to: `/${group}/${encodeURIComponent(id)}`,
    }));
  };
  const named = async (group: 'datasets' | 'connections'): Promise<readonly FoundContent[]> => {
    const { data } = await api.get(`/${group}`, options);
    return data.map(({ id, name }) => ({
      group,
      id,
      title: name,
      to: `/${group}/${encodeURIComponent(id)}`,
    }));
  };
  const users = async (): Promise<readonly FoundContent[]> => {
    const { data } = await api.get('/users', options);
    return data.map(({ id, username }) => ({
      group: 'users',
      id,
      title: username,
      to: `/users/${encodeURIComponent(id)}`,
    }));
  };
  const forEverybody = [
    titled('apps'),
    ofApp('dashboards'),
    ofApp('stories'),
    ofApp('tiles'),
    titled('embeds'),
  ];
  return [
    ...forEverybody,
    ...(can('data:read') ? [named('datasets'), named('connections')] : []),
    ...(can('users:read') ? [users()] : []),
  ];
}

import type { BuilderDashboard } from '@inlay/content/builder';
import { announce } from '@inlay/ui/announce';
import { Button } from '@inlay/ui/button';
import { Icon } from '@inlay/ui/icon';
import { matchesSearch } from '@inlay/ui/matches-search';
import { Segments } from '@inlay/ui/segments';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Builder } from '../builder.ts';
import { isFocusLost } from '../parts/is-focus-lost.ts';
import { DashboardCard } from './dashboard-card.tsx';
import { Starts } from './starts.tsx';

const TYPING_MS = 220;

/** What there is: one's own, what others share, what is published, what waits for a decision. */
export function Home({ builder }: { readonly builder: Builder }): VNode {
  const { answer, words: spoken, api } = builder;
  const words = spoken.value;
  const { dashboards, viewer, moreDashboards, title } = answer.value;
  const list = useSignal<ListName>('all');
  const search = useSignal('');
  const found = useSignal<readonly BuilderDashboard[] | undefined>(undefined);
  const creates = viewer.may.create && builder.allows('create');

  useEffect(() => {
    const asked = search.value.trim();
    found.value = undefined;
    if (!moreDashboards || asked === '') return;
    let wanted = true;
    const wait = setTimeout(async () => {
      const answer = await api.search(asked).catch(() => undefined);
      if (wanted) found.value = answer;
    }, TYPING_MS);
    return () => {
      wanted = false;
      clearTimeout(wait);
    };
  }, [search.value]);

  /** As it was written or as it reads. */
  const matches = ({ title: name, description, owner }: BuilderDashboard) =>
    matchesSearch([...builder.bothWays(name, description), owner ?? ''].join(' '), search.value);
  const all = found.value ?? dashboards.filter(matches);
  const shown = all.filter((dashboard) => inList(dashboard, list.value));
  const lists = LISTS.filter((name) => name === 'all' || dashboards.some((each) => inList(each, name)));
  useEffect(() => {
    if (search.value !== '' && shown.length === 0) announce(words.nothingFound);
  }, [search.value, shown.length]);
  const head = useRef<HTMLElement>(null);
  useEffect(() => {
    // Back from a dashboard, whose bar is gone.
    if (isFocusLost()) head.current?.querySelector<HTMLElement>('button, input')?.focus();
  }, []);
  const create = () => void builder.attempt(() => builder.create({ title: words.untitled }));

  return (
    <div class="bld-home">
      <header class="bld-home-head" ref={head}>
        <h1>{builder.reads(title) || words.dashboards}</h1>
        {dashboards.length > 0 ? (
          <label class="ui-search">
            <Icon name="search" />
            <input
              class="ui-input"
              type="search"
              placeholder={words.searchDashboards}
              aria-label={words.searchDashboards}
              value={search.value}
              onInput={(event) => {
                search.value = event.currentTarget.value;
              }}
            />
          </label>
        ) : null}
        {creates ? (
          <Button icon="add" variant="primary" onClick={create}>
            {words.newDashboard}
          </Button>
        ) : null}
      </header>
      {creates && search.value === '' ? <Starts builder={builder} onEmpty={create} /> : null}
      {lists.length > 2 ? (
        <Segments
          label={words.dashboards}
          value={list.value}
          options={lists.map((name) => ({
            value: name,
            label: words.lists[name],
            count: dashboards.filter((each) => inList(each, name)).length,
          }))}
          onChange={(name) => {
            list.value = name;
          }}
        />
      ) : null}
      {shown.length > 0 ? (
        <ul class="bld-cards">
          {shown.map((dashboard) => (
            <DashboardCard key={dashboard.id} builder={builder} dashboard={dashboard} />
          ))}
        </ul>
      ) : (
        <div class="inlay-message" role="status">
          <strong>{dashboards.length > 0 ? words.nothingFound : words.noDashboards}</strong>
          <p>
            {dashboards.length > 0
              ? words.nothingFoundHint
              : creates
                ? words.noDashboardsHint
                : words.nothingToSee}
          </p>
        </div>
      )}
    </div>
  );
}

const LISTS = ['all', 'mine', 'shared', 'review', 'published'] as const;
type ListName = (typeof LISTS)[number];

function inList({ mine, state, publishedVersion, owner }: BuilderDashboard, list: ListName): boolean {
  switch (list) {
    case 'all':
      return true;
    case 'mine':
      return mine;
    case 'shared':
      return !mine && owner !== null && publishedVersion === null;
    case 'review':
      return state === 'in-review';
    case 'published':
      return publishedVersion !== null;
  }
}

import type { BuilderDashboard } from '@inlay/content/builder';
import { announce } from '@inlay/ui/announce';
import { Button } from '@inlay/ui/controls/button';
import { Icon } from '@inlay/ui/controls/icon';
import { Segments } from '@inlay/ui/controls/segments';
import { matchesSearch } from '@inlay/ui/matches-search';
import { openMenu } from '@inlay/ui/overlays/menu';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Builder } from '../builder.ts';
import { DashboardCard } from './dashboard-card.tsx';

const TYPING_MS = 220;
/** As many as a menu shows without scrolling. */
const MAX_TEMPLATES = 12;

/** The list of dashboards: own, shared, published and in review. */
export function Home({ builder }: { readonly builder: Builder }): VNode {
  const { data, api } = builder;
  const messages = builder.messages.value;
  const { dashboards, viewer, moreDashboards, title } = data.value;
  const list = useSignal<ListName>('all');
  const search = useSignal('');
  const found = useSignal<readonly BuilderDashboard[] | undefined>(undefined);
  const creates = viewer.may.create && builder.allows('create');

  useEffect(() => {
    const query = search.value.trim();
    found.value = undefined;
    if (!moreDashboards || query === '') return;
    let wanted = true;
    const timer = setTimeout(async () => {
      const matches = await api.search(query).catch(() => undefined);
      if (wanted) found.value = matches;
    }, TYPING_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [search.value]);

  /** Matches the original and the translated text. */
  const matches = ({ title: name, description, owner }: BuilderDashboard) =>
    matchesSearch(
      [...builder.phrases.withTranslations(name, description), owner ?? ''].join(' '),
      search.value,
    );
  const all = found.value ?? dashboards.filter(matches);
  const shown = all.filter((dashboard) => inList(dashboard, list.value));
  const lists = LISTS.filter((name) => name === 'all' || dashboards.some((each) => inList(each, name)));
  useEffect(() => {
    if (search.value !== '' && shown.length === 0) announce(messages.nothingFound);
  }, [search.value, shown.length]);
  const templates = (builder.allows('templates') ? data.value.templates : [])
    .slice(0, MAX_TEMPLATES)
    .flatMap((id) => {
      const template = dashboards.find((each) => each.id === id);
      const label = template && builder.phrases.titleOf(template);
      return label
        ? [
            {
              label,
              onChoose: () => void builder.attempt(() => builder.dashboards.begin(label, id)),
            },
          ]
        : [];
    });

  return (
    <div class="bld-home">
      <header class="bld-home-head">
        <h1>{builder.phrases.translate(title) || messages.dashboards}</h1>
        {dashboards.length > 0 ? (
          <label class="ui-search">
            <Icon name="search" />
            <input
              class="ui-input"
              type="search"
              placeholder={messages.searchDashboards}
              aria-label={messages.searchDashboards}
              value={search.value}
              onInput={(event) => {
                search.value = event.currentTarget.value;
              }}
            />
          </label>
        ) : null}
        {creates && templates.length > 0 ? (
          <Button onClick={({ currentTarget: button }) => openMenu(button, messages.useTemplate, templates)}>
            {messages.useTemplate}
          </Button>
        ) : null}
        {creates ? (
          <Button
            icon="add"
            variant="primary"
            onClick={() => void builder.dashboards.begin(messages.untitled)}
          >
            {messages.newDashboard}
          </Button>
        ) : null}
      </header>
      {lists.length > 2 ? (
        <Segments
          label={messages.dashboards}
          value={list.value}
          options={lists.map((name) => ({
            value: name,
            label: messages.lists[name],
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
        <NoDashboards builder={builder} creates={creates} />
      )}
    </div>
  );
}

function NoDashboards({ builder, creates }: { readonly builder: Builder; readonly creates: boolean }): VNode {
  const messages = builder.messages.value;
  const { dashboards } = builder.data.value;
  return (
    <div class="inlay-message" role="status">
      <strong>{dashboards.length > 0 ? messages.nothingFound : messages.noDashboards}</strong>
      <p>
        {dashboards.length > 0
          ? messages.nothingFoundHint
          : creates
            ? messages.noDashboardsHint
            : messages.nothingToSee}
      </p>
    </div>
  );
}

const LISTS = ['all', 'mine', 'shared', 'review', 'published'] as const;
type ListName = (typeof LISTS)[number];

function inList({ mine, shared, state, publishedVersion }: BuilderDashboard, list: ListName): boolean {
  switch (list) {
    case 'all':
      return true;
    case 'mine':
      return mine;
    case 'shared':
      return shared && publishedVersion === null;
    case 'review':
      return state === 'in-review';
    case 'published':
      return publishedVersion !== null;
  }
}

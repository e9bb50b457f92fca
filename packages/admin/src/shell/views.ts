/** The views that the sidebar and the palette name. */
export const views = [
  {
    group: 'Embedding',
    title: 'Embed Manager',
    to: '/embeds',
    words: 'snippet script tag sdk react identifier alias',
  },
  {
    group: 'Embedding',
    title: 'Embed Settings',
    to: '/embed-settings',
    words: 'client secret key jwks issuer audience endpoint checklist',
  },
  { group: 'Content', title: 'Apps', to: '/apps', words: 'tiles stories dashboards' },
  {
    group: 'Data',
    title: 'Datasets',
    to: '/datasets',
    words: 'columns measures rules rows sql',
  },
  {
    group: 'Data',
    title: 'Connections',
    to: '/connections',
    words: 'database postgres mysql mariadb clickhouse trino warehouse',
  },
  { group: 'Data', title: 'Files', to: '/files', words: 'upload csv parquet json' },
  { group: 'People', title: 'Users', to: '/users', words: 'accounts password role' },
  { group: 'People', title: 'Groups', to: '/groups', words: 'members' },
  { group: 'Activity', title: 'Audit', to: '/audit', words: 'events log who did what' },
] as const;

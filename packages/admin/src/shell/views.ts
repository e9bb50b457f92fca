interface View {
  readonly group: string;
  readonly title: string;
  readonly to: string;
  /** `g` and then this letter goes there. */
  readonly key?: string;
  /** Other terms to find it by. */
  readonly words: string;
}

/** The views that the sidebar and the palette name. */
export const views: readonly View[] = [
  {
    group: 'Embedding',
    title: 'Embed Manager',
    to: '/embeds',
    key: 'e',
    words: 'snippet script tag sdk react identifier alias',
  },
  {
    group: 'Embedding',
    title: 'Embed Settings',
    to: '/embed-settings',
    key: 's',
    words: 'client secret key jwks issuer audience endpoint checklist',
  },
  { group: 'Content', title: 'Apps', to: '/apps', key: 'a', words: 'tiles stories dashboards' },
  {
    group: 'Data',
    title: 'Datasets',
    to: '/datasets',
    key: 'd',
    words: 'columns measures rules rows sql',
  },
  {
    group: 'Data',
    title: 'Connections',
    to: '/connections',
    key: 'c',
    words: 'database warehouse engine',
  },
  { group: 'Data', title: 'Files', to: '/files', key: 'f', words: 'upload csv parquet json' },
  { group: 'People', title: 'Users', to: '/users', key: 'u', words: 'accounts password role' },
  { group: 'People', title: 'Groups', to: '/groups', key: 'g', words: 'members' },
  {
    group: 'Activity',
    title: 'Usage',
    to: '/usage',
    key: 'o',
    words: 'views exchanges refusals slow queries charts statistics',
  },
  { group: 'Activity', title: 'Audit', to: '/audit', key: 'l', words: 'events log who did what' },
  {
    group: 'Tenant',
    title: 'Workspaces',
    to: '/workspaces',
    key: 'w',
    words: 'workspace_id separate customers walls isolation',
  },
  {
    group: 'Tenant',
    title: 'Themes',
    to: '/themes',
    key: 't',
    words: 'look colours colors brand font dark mode',
  },
  {
    group: 'Tenant',
    title: 'Settings',
    to: '/settings',
    key: 'y',
    words: 'language time zone week fiscal year currency calendar locale money',
  },
];

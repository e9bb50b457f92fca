/**
 * Everything that `inlay verify` reports, by its outcome. Each text is in docs/guide/verify.md with what to do about it,
 * with `…` for the arguments, which a test compares.
 */
export const LEAKS = {
  foreignValue: (viewer: string, value: string, owner: string, place: string, dataset: string) =>
    `${viewer} gets ${value}, which belongs to ${owner}, in ${place} (dataset ${dataset}).`,
  unexpectedValue: (viewer: string, value: string, place: string, dataset: string) =>
    `${viewer} gets ${value}, which is not theirs, in ${place} (dataset ${dataset}).`,
  foreignText: (viewer: string, value: string, owner: string, place: string) =>
    `${viewer} gets ${value}, which only ${owner} should see, in ${place}.`,
  inExport: (finding: string, format: string) => `${finding} This is in its ${format} export.`,
  strangerRows: (dataset: string, place: string, value: string) =>
    `A viewer without attributes and groups gets rows of dataset ${dataset} in ${place}, such as ${value}. Add row rules, or list the dataset under shared.`,
  strangerValues: (value: string, dataset: string, place: string) =>
    `A viewer without attributes and groups is offered ${value} of dataset ${dataset} in ${place}. Add row rules, or list the dataset under shared.`,
  foundBySearch: (viewer: string, value: string, place: string) =>
    `${viewer} finds ${value} by searching in ${place}.`,
  foreignFilter: (viewer: string, place: string, value: string) =>
    `${viewer} gets rows of ${place} filtered by ${value}.`,
  changedByOwnFilter: (place: string, viewer: string, value: string) =>
    `The result of ${place} for ${viewer} changes if only ${value} is selected, so it includes rows of others.`,
  foreignPreview: (viewer: string, value: string, builder: string, dataset: string) =>
    `${viewer} can preview rows with ${value} in builder ${builder} (dataset ${dataset}).`,
  relatedPreview: (viewer: string, dataset: string, builder: string, value: string) =>
    `${viewer} can preview rows of dataset ${dataset} in builder ${builder} whose ${value}.`,
  hiddenField: (viewer: string, column: string, dataset: string, builder: string) =>
    `${viewer} can read values of ${column} of dataset ${dataset} in builder ${builder}, although it is not offered.`,
  hiddenContent: (viewer: string, place: string, owner: string, response: string) =>
    `${viewer} can request ${place}, which only ${owner} is shown: ${response}.`,
  mixedUp: (viewer: string, owner: string, place: string) =>
    `${viewer} got the result of ${owner} in ${place}.`,
  opensWithout: (viewer: string, embed: string, response: string) =>
    `${viewer} opens embed ${embed}: ${response}.`,
  invalidToken: (response: string, token: string, viewer: string) => `${response} to ${token} of ${viewer}.`,
} as const;

/** The instance may be fine, but these contexts and this content do not show it. */
export const COULD_NOT_PROVE = {
  unreadable: (place: string, status: string) => `${place} could not be read (HTTP ${status}).`,
  oneReader: (viewer: string, dataset: string) =>
    `Only ${viewer} gets rows of dataset ${dataset}, so no rows can be compared.`,
  noRows: (dataset: string) => `No context gets rows of dataset ${dataset}.`,
  noOwnerColumn: (dataset: string) =>
    `No column of dataset ${dataset} that viewers get shows whose rows they are. List its values under expect, or give the contexts 'contribute' and list a builder.`,
  sameData: (viewer: string, other: string, place: string, dataset: string) =>
    `${viewer} and ${other} get the same data in ${place}. Choose contexts with different data, or list dataset ${dataset} under shared.`,
  closedEmbed: (embed: string) =>
    `No context can open embed ${embed}. Check its id, and the workspace and privileges of the contexts.`,
  pageFailed: (embed: string, status: string, viewer: string) =>
    `The page of embed ${embed} responded with HTTP ${status} to ${viewer}. If the embed has allowed origins, set origin in the file to one of them.`,
  notFilterable: (place: string, column: string, status: string) =>
    `${place} could not be filtered by ${column} (HTTP ${status}).`,
  tokenExpired: (viewer: string) =>
    `The token of ${viewer} expired during the check. Raise the lifetime of tokens in Embed Settings.`,
  stopped: (reason: string) => `The check could not be completed: ${reason}`,
  nothingOpened: () => 'no context can open an embed',
  noOwnerFilter: () => 'no embed shows or filters by a column that tells whose a row is',
  noDifferentTexts: () => 'the contexts saw no different texts that could be searched for',
  noCommonTile: () => 'no tile that two contexts can open',
  noTileResult: () => 'no context can open a tile',
} as const;

/** The content has nothing of this kind, so nothing of it can leak. */
export const NOTHING_TO_PROVE = {
  noData: () => 'the embeds have no tiles and filters',
  allShared: () => 'all datasets of the embeds are shared',
  noFilters: () => 'no embed has filters',
  noBuilder: () => "no builder among the embeds, or no context has 'contribute' in its app",
  sameContent: () => 'all contexts are shown the same embeds, tiles and dashboards',
  strangersOpenNothing: () => 'a viewer without attributes and groups can open nothing',
} as const;

/** Nothing was verified. The command exits as if it could not prove anything. */
export const CANNOT_VERIFY = {
  noUrl: () => '--instance must be the address of the instance, such as https://analytics.example.com.',
  options: (reason: string) => `The options cannot be used: ${reason}`,
  noToken: (reason: string) => `No token for a context: ${reason}`,
  notRevoked: (status: string) => `A token could not be revoked (HTTP ${status}).`,
  tooManyRequests: (limit: string) => `Stopped after ${limit} requests. List fewer embeds in the file.`,
  timeLimit: () => 'Stopped: the time limit has passed. Raise it with --timeout, or list fewer embeds.',
  unreachable: (address: string, reason: string) => `${address} failed: ${reason}.`,
  tooLarge: (path: string, limit: string) => `${path} returned more than ${limit} bytes.`,
  expiredEarly: (viewer: string) =>
    `The token of ${viewer} expired while its embeds were read. List fewer embeds, or raise the lifetime of tokens in Embed Settings.`,
  noEmbeds: () =>
    'List the embeds to open under embeds in the file, or pass --login-token-file of an administrator.',
  notAdministrator: (status: string) =>
    `The login token cannot list embeds (HTTP ${status}): it must be one of an administrator.`,
  malformed: (reason: string) => `The instance cannot be verified: ${reason}`,
  fileTooLarge: (limit: string) => `An exported file unpacks to more than ${limit} bytes.`,
} as const;

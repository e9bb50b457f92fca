export const kindNames = {
  tile: 'Tile',
  story: 'Story',
  dashboard: 'Dashboard',
  builder: 'Dashboard Builder',
} as const;

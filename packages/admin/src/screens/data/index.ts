import { allConnections, allFiles, allGroups, allWorkspaces, engineList } from '../../api/common-queries.ts';
import { type Screen, screen } from '../../screen.ts';
import { datasetList, datasetQuery, datasetUsage, firstFile, modelOfConnection } from './datasets/queries.ts';
import { fileList } from './files/queries.ts';
import { connectionList, connectionQuery, datasetsOfConnection } from './queries.ts';

const datasetsScreen = screen({
  path: '/datasets',
  needs: ['data:read'],
  nav: { group: 'data', title: 'datasets', key: 'd', keywords: 'columns measures rules rows sql' },
  commands: [
    { title: 'createDataset', to: '/datasets/new', keywords: 'table sql file new', needs: ['data:write'] },
  ],
  messages: ['data', 'start'],
  load: async () => (await import('./datasets/list/datasets-screen.tsx')).DatasetsScreen,
  queries: (_, search) => [datasetList(search), allConnections, allWorkspaces],
});

const newDatasetScreen = screen({
  path: '/datasets/new',
  needs: ['data:write'],
  messages: 'data',
  load: async () => (await import('./datasets/new-dataset-screen.tsx')).NewDatasetScreen,
  queries: () => [allConnections, engineList, firstFile, allFiles],
});

const datasetScreen = screen({
  path: '/datasets/:id/:tab?',
  needs: ['data:read'],
  messages: ['data', 'conditions'],
  load: async () => (await import('./datasets/dataset-screen.tsx')).DatasetScreen,
  queries: ({ id, tab }) => [
    datasetQuery(id),
    allConnections,
    ...(tab === 'rows' ? [allGroups] : []),
    ...(tab === 'settings' ? [allWorkspaces, datasetUsage(id)] : []),
  ],
});

const modelScreen = screen({
  path: '/model',
  needs: ['data:read'],
  nav: { group: 'data', title: 'model', key: 'm', keywords: 'relationships joins' },
  messages: 'data',
  load: async () => (await import('./model/model-screen.tsx')).ModelScreen,
  queries: (_, search) => {
    const connection = search.get('connection');
    return [allConnections, ...(connection ? [modelOfConnection(connection)] : [])];
  },
});

const connectionsScreen = screen({
  path: '/connections',
  needs: ['data:read'],
  nav: { group: 'data', title: 'connections', key: 'c', keywords: 'database warehouse engine' },
  commands: [
    {
      title: 'addConnection',
      to: '/connections/new',
      keywords: 'database connect new',
      needs: ['data:write'],
    },
  ],
  messages: 'data',
  load: async () => (await import('./connections-screen.tsx')).ConnectionsScreen,
  queries: (_, search) => [connectionList(search), engineList],
});

const newConnectionScreen = screen({
  path: '/connections/new',
  needs: ['data:write'],
  messages: 'data',
  load: async () => (await import('./connection-screen.tsx')).NewConnectionScreen,
  queries: () => [engineList],
});

const connectionScreen = screen({
  path: '/connections/:id',
  needs: ['data:read'],
  messages: 'data',
  load: async () => (await import('./connection-screen.tsx')).ConnectionScreen,
  queries: ({ id }) => [connectionQuery(id), engineList, datasetsOfConnection(id)],
});

const filesScreen = screen({
  path: '/files',
  needs: ['data:read'],
  nav: { group: 'data', title: 'files', key: 'f', keywords: 'upload csv parquet json' },
  commands: [{ title: 'uploadFile', to: '/files', keywords: 'csv parquet json', needs: ['data:write'] }],
  messages: 'data',
  load: async () => (await import('./files/files-screen.tsx')).FilesScreen,
  queries: (_, search) => [fileList(search)],
});

const startScreen = screen({
  path: '/start',
  needs: ['data:write'],
  messages: ['start', 'data'],
  load: async () => (await import('./start/start-screen.tsx')).StartScreen,
});

export const dataScreens: readonly Screen[] = [
  datasetsScreen,
  newDatasetScreen,
  datasetScreen,
  modelScreen,
  connectionsScreen,
  newConnectionScreen,
  connectionScreen,
  filesScreen,
  startScreen,
];

import {
  allConnections,
  allFiles,
  allGroups,
  allWorkspaces,
  engineList,
} from '../../../api/common-queries.ts';
import { screen } from '../../../screen.ts';
import { datasetList, datasetQuery, datasetUsage, firstFile } from './queries.ts';

export const datasetsScreen = screen({
  path: '/datasets',
  needs: ['data:read'],
  nav: { group: 'data', title: 'datasets', key: 'd', keywords: 'columns measures rules rows sql' },
  commands: [
    { title: 'createDataset', to: '/datasets/new', keywords: 'table sql file new', needs: ['data:write'] },
  ],
  messages: ['data', 'start'],
  load: async () => (await import('./list/datasets-screen.tsx')).DatasetsScreen,
  queries: (_, search) => [datasetList(search), allConnections, allWorkspaces],
});

export const newDatasetScreen = screen({
  path: '/datasets/new',
  needs: ['data:write'],
  messages: 'data',
  load: async () => (await import('./new-dataset-screen.tsx')).NewDatasetScreen,
  queries: () => [allConnections, engineList, firstFile, allFiles],
});

export const datasetScreen = screen({
  path: '/datasets/:id/:tab?',
  needs: ['data:read'],
  messages: ['data', 'conditions'],
  load: async () => (await import('./dataset-screen.tsx')).DatasetScreen,
  queries: ({ id, tab }) => [
    datasetQuery(id),
    allConnections,
    ...(tab === 'rows' ? [allGroups] : []),
    ...(tab === 'settings' ? [allWorkspaces, datasetUsage(id)] : []),
  ],
});

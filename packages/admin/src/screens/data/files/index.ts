import { screen } from '../../../screen.ts';
import { fileList } from './queries.ts';

export const filesScreen = screen({
  path: '/files',
  needs: ['data:read'],
  nav: { group: 'data', title: 'files', key: 'f', keywords: 'upload csv parquet json' },
  commands: [{ title: 'uploadFile', to: '/files', keywords: 'csv parquet json', needs: ['data:write'] }],
  messages: 'data',
  load: async () => (await import('./files-screen.tsx')).FilesScreen,
  queries: (_, search) => [fileList(search)],
});

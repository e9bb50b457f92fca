import { screen } from '../../../screen.ts';
import { fileList } from './queries.ts';

export const filesScreen = screen({
  path: '/files',
  nav: { group: 'data', title: 'files', key: 'f', keywords: 'upload csv parquet json' },
  commands: [{ title: 'uploadFile', to: '/files', keywords: 'csv parquet json' }],
  messages: 'data',
  load: async () => (await import('./files-screen.tsx')).FilesScreen,
  queries: (_, search) => [fileList(search)],
});

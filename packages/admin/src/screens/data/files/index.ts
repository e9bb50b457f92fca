import { screen } from '../../../screen.ts';
import { fileList } from './queries.ts';

export const filesScreen = screen({
  path: '/files',
  nav: { group: 'Data', title: 'Files', key: 'f', words: 'upload csv parquet json' },
  commands: [{ title: 'Upload a file', to: '/files', words: 'csv parquet json' }],
  messages: 'data',
  load: async () => (await import('./files-screen.tsx')).FilesScreen,
  queries: (_, search) => [fileList(search)],
});

import { lazy } from '../page/lazy.tsx';

export const BulkDialog = lazy(async () => (await import('./bulk-dialog.tsx')).BulkDialog, 0);

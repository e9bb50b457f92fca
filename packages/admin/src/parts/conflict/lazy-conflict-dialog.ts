import { lazy } from '../page/lazy.tsx';

/** Few forms ever meet a conflict. */
export const ConflictDialog = lazy(async () => (await import('./conflict-dialog.tsx')).ConflictDialog, 0);

export const loadUserDialog = async () => (await import('./user-dialog.tsx')).UserDialog;

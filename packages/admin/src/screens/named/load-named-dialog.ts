export const loadNamedDialog = async () => (await import('./named-dialog.tsx')).NamedDialog;

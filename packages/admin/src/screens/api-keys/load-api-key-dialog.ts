export const loadApiKeyDialog = async () => (await import('./api-key-dialog.tsx')).ApiKeyDialog;

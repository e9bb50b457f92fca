export const loadEmbedDialog = async () => (await import('./embed-dialog.tsx')).EmbedDialog;

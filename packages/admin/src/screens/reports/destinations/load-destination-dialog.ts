export const loadDestinationDialog = async () => (await import('./destination-dialog.tsx')).DestinationDialog;

export const loadSubscriptionDialog = async () =>
  (await import('./subscription-dialog.tsx')).SubscriptionDialog;

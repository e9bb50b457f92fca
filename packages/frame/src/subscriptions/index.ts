// Loaded with a page where the host enables subscriptions; what these open loads when it is used.

export { drawSubscribe } from './subscribe-button.tsx';

type Open = typeof import('./open-subscriptions.tsx').openSubscriptions;
type Run = typeof import('./run-subscription-request.ts').runSubscriptionRequest;

export const openSubscriptions: Open = async (...opened) =>
  (await import('./open-subscriptions.tsx')).openSubscriptions(...opened);

export const runSubscriptionRequest: Run = async (...request) =>
  (await import('./run-subscription-request.ts')).runSubscriptionRequest(...request);

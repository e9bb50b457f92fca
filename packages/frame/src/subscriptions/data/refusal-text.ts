import { SubscriptionRefusal } from './subscriptions-api.ts';

/** The server's sentence where it says what to do; otherwise ours. */
export const refusalText = (error: unknown, otherwise: string): string =>
  error instanceof SubscriptionRefusal && error.status < 500 && error.message !== ''
    ? error.message
    : otherwise;

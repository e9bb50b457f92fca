import type { PageRequest } from '../host/host-link.ts';

export type SubscriptionRequest = Extract<
  PageRequest,
  { readonly type: `${string}-subscription${'s' | ''}` }
>;

export const isAboutSubscriptions = (request: PageRequest): request is SubscriptionRequest =>
  request.type.includes('-subs');

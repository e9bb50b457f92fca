import type { DeliverTo } from '@inlay/content/subscription';

/** The addresses of an email, or the id of the destination. */
export const recipientsOf = (to: DeliverTo): readonly string[] =>
  to.kind === 'email' ? to.recipients : [to.id];

/** Ids of destinations have no `@`. */
export const isAddress = (recipient: string): boolean => recipient.includes('@');

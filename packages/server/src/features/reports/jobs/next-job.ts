import type { DueJob } from '../store/due-jobs.ts';

/** Messages of a node at a time, most of which wait for a database, a mail server or a turn. */
export const MAX_RUNNING = 16;
export const MAX_OF_TENANT = 4;
/** One that does not respond takes one place. */
const MAX_OF_RECIPIENT = 1;
/** For tenants that have none: a few with slow databases or mail servers must not take all. */
const KEPT_FREE = 4;

/** The first candidate that there is a place for. */
export function nextJob(candidates: readonly DueJob[], running: readonly DueJob[]): DueJob | undefined {
  return candidates.find((due) => {
    const ofTenant = running.filter(({ tenant_id }) => tenant_id === due.tenant_id);
    const ofReceiver = ofTenant.filter((each) => receiverOf(each) === receiverOf(due));
    const places = ofTenant.length === 0 ? MAX_RUNNING : MAX_RUNNING - KEPT_FREE;
    return running.length < places && ofTenant.length < MAX_OF_TENANT && ofReceiver.length < MAX_OF_RECIPIENT;
  });
}

const receiverOf = ({ kind, recipient, subscription_id }: DueJob) =>
  kind === 'check' ? subscription_id : recipient;

import { signal } from '@preact/signals';

/** Whether somebody is changing the own password. */
export const passwordOpen = signal(false);

import { signal } from '@preact/signals';

/** Whether the dialog to change one's password is open. */
export const passwordOpen = signal(false);

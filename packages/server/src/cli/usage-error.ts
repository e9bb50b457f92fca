import { StartError } from '../platform/errors.ts';

/** The command line itself is wrong, such as an unknown option. The process exits with 2. */
export class UsageError extends StartError {}

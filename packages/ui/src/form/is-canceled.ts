/** Whether a person stopped an action themselves: nothing went wrong that has to be explained. */
export const isCanceled = (error: unknown): boolean => Object(error).code === 'CANCELED';

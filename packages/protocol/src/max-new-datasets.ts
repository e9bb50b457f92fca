/** How many datasets are created at once. Without schemas, because the admin app loads it with its lists. */
export const MAX_NEW_DATASETS = 20;

/** The largest page of a list that clients show whole and the service reads at once, such as the tables of a database. */
export const MAX_WHOLE_LIMIT = 10_000;

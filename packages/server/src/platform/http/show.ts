export const time = (at: number): string => new Date(at).toISOString();

export const timeOrNull = (at: number | null) => (at === null ? null : time(at));

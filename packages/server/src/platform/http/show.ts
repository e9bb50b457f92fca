export const isoTime = (at: number): string => new Date(at).toISOString();

export const isoTimeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

/** Told how far a backup, restore or move is: `done` of `total` rows or bytes of this step. */
export type OnProgress = (step: string, unit: 'rows' | 'bytes', done: number, total: number) => void;

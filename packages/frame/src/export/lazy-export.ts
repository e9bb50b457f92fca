type MakeExport = typeof import('./make-export.ts').makeExport;

/** Viewers who download nothing do not load what makes files. */
export const makeExport: MakeExport = async (...wanted) =>
  (await import('./make-export.ts')).makeExport(...wanted);

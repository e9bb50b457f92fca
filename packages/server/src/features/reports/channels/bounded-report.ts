import type { Report, ReportSection, ReportTable } from '../message/report.ts';

export interface ReportBounds {
  /** Of each table. */
  readonly rows: number;
  readonly sections: number;
}

/** From what reads best to what always fits. */
const ROWS = [20, 12, 8, 5, 3, 1];

/** The first message that fits: with fewer and fewer rows, then with fewer sections. What is left out is counted. */
export function fittingMessage<T>(
  report: Report,
  {
    build,
    fits,
    maxSections,
  }: {
    readonly build: (report: Report) => T;
    readonly fits: (message: T) => boolean;
    readonly maxSections: number;
  },
): T {
  const all = Math.min(report.sections.length, maxSections);
  const fewer = Array.from({ length: 6 }, (_, index) => Math.floor(all / 2 ** (index + 1)));
  const bounds = [
    ...ROWS.map((rows) => ({ rows, sections: all })),
    ...fewer.map((sections) => ({ rows: 1, sections })),
  ];
  for (const each of bounds) {
    const message = build(boundedReport(report, each));
    if (fits(message)) return message;
  }
  return build(boundedReport(report, { rows: 0, sections: 0 }));
}

function boundedReport(report: Report, { rows, sections }: ReportBounds): Report {
  return {
    ...report,
    sections: report.sections.slice(0, sections).map((section) => boundedSection(section, rows)),
    leftOut: report.leftOut + Math.max(0, report.sections.length - sections),
  };
}

const boundedSection = (section: ReportSection, rows: number): ReportSection =>
  section.kind === 'tile' && section.table
    ? { ...section, table: boundedTable(section.table, rows) }
    : section;

/** The note says what was left out before. */
const boundedTable = (table: ReportTable, max: number): ReportTable =>
  table.rows.length <= max
    ? table
    : {
        ...table,
        rows: table.rows.slice(0, max),
        more: table.more + table.rows.length - max,
        note: undefined,
      };

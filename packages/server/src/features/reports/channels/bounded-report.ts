import type { Report, ReportSection, ReportTable } from '../message/report.ts';
import { MAX_COLUMNS } from './message-parts.ts';

interface ReportBounds {
  /** Of each table. */
  readonly rows: number;
  readonly sections: number;
}

interface MessageLimits<T> {
  readonly build: (report: Report) => T;
  readonly fits: (message: T) => boolean;
  readonly maxSections: number;
  /** With more cells of tables, no message fits: it is not even built. */
  readonly maxCells: number;
}

/** A table of fewer says little: rather, tiles are left out. */
const ROWS = [20, 12, 8, 5];
const MIN_ROWS = 3;

/** The first message that fits: with fewer and fewer rows, then with fewer sections. What is left out is counted. */
export function fittingMessage<T>(
  report: Report,
  { build, fits, maxSections, maxCells }: MessageLimits<T>,
): T {
  const all = Math.min(report.sections.length, maxSections);
  const bounds = [
    ...ROWS.map((rows) => ({ rows, sections: all })),
    ...fewerAndFewer(all).map((sections) => ({ rows: MIN_ROWS, sections })),
  ];
  for (const each of bounds) {
    const bounded = boundedReport(report, each);
    if (countCells(bounded.sections) > maxCells) continue;
    const message = build(bounded);
    if (fits(message)) return message;
  }
  return build(boundedReport(report, { rows: 0, sections: 0 }));
}

const countCells = (sections: readonly ReportSection[]): number =>
  sections.reduce((sum, section) => {
    const table = section.kind === 'tile' ? section.table : undefined;
    return sum + (table ? table.rows.length * Math.min(table.columns.length, MAX_COLUMNS) : 0);
  }, 0);

/** Each a fifth less, so that few are left out that would have fit. */
function fewerAndFewer(all: number): readonly number[] {
  const counts = [];
  for (let count = all; count > 0; count = Math.floor(count * 0.8)) counts.push(count);
  return counts;
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

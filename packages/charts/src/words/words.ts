/** Every word a chart writes that is not data. */
export interface Words {
  readonly quarter: (n: number) => string;
  readonly weekOf: (date: string) => string;
  readonly fiscalYear: (twoDigits: string) => string;
  readonly yes: string;
  readonly no: string;
  readonly noName: string;
  readonly total: string;
  readonly other: string;
  readonly more: (count: string) => string;
  readonly rightAxis: (name: string) => string;
  readonly versus: (period: string) => string;
  readonly previous: string;
  readonly shownOf: (shown: string, all: string) => string;
  readonly columnsShown: (shown: string, all: string) => string;
  readonly truncated: (rows: string) => string;
  /** Notes about the value axis. */
  readonly axisFrom: (value: string) => string;
  readonly logScale: string;
  readonly notOnLog: (count: string) => string;
  readonly logNeeds: string;
  readonly logStacked: string;
  readonly outsideAxis: (count: string) => string;
  readonly trend: string;
  readonly movingAverage: (count: string) => string;
  readonly median: string;
  readonly negativesHidden: string;
  readonly noShares: string;
  readonly ofFirst: string;
  readonly target: string;
  readonly ofTarget: (share: string, target: string) => string;
  readonly belowTarget: (amount: string) => string;
  readonly aboveTarget: (amount: string) => string;
  readonly onTarget: string;
  readonly emptyTitle: string;
  readonly emptyHint: string;
  /** Where no filter of the viewer's is to blame. */
  readonly emptyRows: string;
  readonly errorTitle: string;
  readonly errorHint: string;
  readonly loading: string;
  readonly tooMuchTitle: (rows: string) => string;
  readonly tooMuchHint: string;
  readonly unfitTitle: string;
  readonly unfitHint: string;
  readonly rows: (from: string, to: string, all: string) => string;
  /** Percentage points: how far apart two percentages are. */
  readonly points: (number: string) => string;
  readonly summary: {
    readonly trend: (
      name: string,
      from: string,
      to: string,
      start: string,
      end: string,
      change: string,
    ) => string;
    readonly extremes: (high: string, highAt: string, low: string, lowAt: string) => string;
    readonly largest: (name: string, value: string) => string;
    readonly smallest: (name: string, value: string) => string;
    readonly series: (names: string) => string;
    readonly points: (count: string) => string;
    readonly single: (name: string, value: string) => string;
  };
}

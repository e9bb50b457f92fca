/** What `GET usage` answers. */
export interface Usage {
  readonly days: readonly {
    readonly day: string;
    readonly exchanges: number;
    readonly refusals: number;
    readonly views: number;
    readonly queries: number;
    readonly slowQueries: number;
  }[];
  readonly refusals: readonly { readonly reason: string; readonly count: number }[];
  readonly embeds: readonly {
    readonly id: string;
    readonly title: string | null;
    readonly views: number;
    readonly viewsByDay: readonly number[];
  }[];
  readonly datasets: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly queries: number;
    readonly slowQueries: number;
    readonly averageMs: number;
    readonly longestMs: number;
  }[];
  readonly firstExchangeAt: string | null;
  readonly firstViewAt: string | null;
}

import type { QuerySpec, Sort } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import type { ChartTraits } from './chart-traits.ts';
import type { Focus } from './focus.ts';
import type { Locale } from './format/locale.ts';
import type { SharedOptions } from './options/shared-options.ts';
import type { Emphasis } from './parts/emphasis.ts';
import type { Panel } from './parts/panel.ts';
import type { Slots } from './theme/assign-slots.ts';
import type { Theme } from './theme/create-theme.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
  /** For a KPI: the width of the narrowest one in its row, whose number size all of them have. */
  readonly narrowest?: number;
}

/** Hosts that cells of tables may name, as the tenant's administrator allows; none by default. */
export interface AllowedHosts {
  /** Of links, which a viewer chooses to follow. */
  readonly linkHosts: readonly string[];
  /** Of images, which browsers request at once (ADR 341). */
  readonly imageHosts: readonly string[];
}

/**
 * Everything that determines the look of a tile: the same props render the same chart on the server and in the
 * browser.
 */
export interface ChartProps<OwnOptions = unknown> extends Partial<AllowedHosts> {
  /** The definition of the tile's kind. */
  readonly chart: ChartTraits;
  readonly tile: {
    readonly title: string;
    readonly query: QuerySpec;
    readonly options?: SharedOptions & OwnOptions;
    /** Viewers can see the rows behind a mark, so that the markup says which they are. */
    readonly drillThrough?: unknown;
    /** What a step of a story points out; undefined outside of stories. */
    readonly focus?: Focus;
  };
  readonly result: QueryResult;
  readonly theme: Theme;
  readonly locale: Locale;
  readonly size: Size;
  /** What the drawn labels leave out, because the names of a dimension share it; see `withShortNames`. */
  readonly prefixes?: readonly string[];
  /** The colors that members have on the page; without them, the tile is a page on its own. */
  readonly slots?: Slots;
  /** False if no filter of the viewer applies, so that clearing filters would not help. */
  readonly narrowed?: boolean;
  /** The history of the rows that a table shows, if its kind has a `history` query. */
  readonly history?: QueryResult;
  /** What a click on a mark does, for the tooltip and screen readers. */
  readonly action?: string;
  /** Set for a panel of small multiples: what it shares with the others. */
  readonly panel?: Panel;
  /** Set if the tile has a focus: which marks it highlights, and what identifies them. */
  readonly emphasis?: Emphasis;
  /** Set if a zoom leaves out rows: the result before, whose shares and ranks the others keep. */
  readonly whole?: ZoomedFrom | undefined;
  /** Page and sorting that the viewer chose in a table. */
  readonly view?: TableView;
}

export interface ZoomedFrom {
  readonly result: QueryResult;
  /** Its row behind each row that is left. */
  readonly rows: readonly number[];
}

export interface TableView {
  readonly page?: number;
  readonly sort?: Sort;
}

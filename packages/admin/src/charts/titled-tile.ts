export interface TitledTile {
  readonly id: string;
  readonly appId: string;
  /** Of the tile, or of its place on a dashboard. */
  readonly title: string;
}

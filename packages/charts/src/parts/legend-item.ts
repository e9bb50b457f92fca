export interface LegendItem {
  readonly name: string;
  readonly color: string;
  readonly mark: 'square' | 'faint' | 'tint' | 'line' | 'dashed';
  /** The dash pattern of a line that shares its color with another. */
  readonly dash?: string | undefined;
  /** For lines that are in the background. */
  readonly thin?: boolean | undefined;
  readonly opacity?: number | undefined;
}

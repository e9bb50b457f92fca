export interface LegendItem {
  readonly name: string;
  readonly color: string;
  readonly mark: 'square' | 'faint' | 'line' | 'dashed';
  /** The dash pattern of a line that shares its color with another. */
  readonly dash?: string | undefined;
}

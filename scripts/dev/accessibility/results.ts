/** Something that a run found, in a criterion of WCAG or a clause of EN 301 549. */
export interface Finding {
  readonly criterion: string;
  /** The element, and what is wrong with it. */
  readonly what: string;
  /** Where it was found: names of surfaces and looks. */
  readonly surfaces: readonly string[];
  readonly looks: readonly string[];
}

/** What one run covered of a criterion. */
export interface Coverage {
  readonly surfaces: number;
  readonly checks: number;
}

export interface RunResult {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly looks: readonly string[];
  readonly coverage: Readonly<Record<string, Coverage>>;
  readonly findings: readonly Finding[];
}

/** `docs/reference/accessibility.json`: without dates, so that a run that finds the same changes nothing. */
export interface Results {
  readonly version: string;
  /** Names of all surfaces, by part of the product. */
  readonly surfaces: Readonly<Record<string, readonly string[]>>;
  readonly runs: readonly RunResult[];
}

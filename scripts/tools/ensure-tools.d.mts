export function mayInstall(options?: {
  readonly ci?: string;
  readonly isRoot?: boolean;
  readonly isDebian?: boolean;
}): boolean;

export function missingTools(find?: () => unknown): readonly string[];

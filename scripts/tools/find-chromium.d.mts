export interface Chromium {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

interface Places {
  readonly chosen?: string;
  readonly places?: readonly string[];
}

export function findChromium(options?: Places & { readonly system?: string }): Chromium;

export function findTestChromium(): Chromium;

export function findInstalledChromium(options?: Places): string | undefined;

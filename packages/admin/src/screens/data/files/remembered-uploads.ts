interface Remembered {
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
}

const KEY = 'inlay-uploads';

/** Remembers the file of an incomplete upload, so that choosing the same file after a reload resumes it. */
export function rememberUpload(name: string, { size, lastModified }: File): void {
  save([{ name, size, lastModified }, ...readAll().filter((each) => each.name !== name)].slice(0, 50));
}

export function forgetUpload(name: string): void {
  save(readAll().filter((each) => each.name !== name));
}

export function rememberedUpload(name: string): Remembered | undefined {
  return readAll().find((each) => each.name === name);
}

export function isSameFile(name: string, file: File): boolean {
  const known = rememberedUpload(name);
  return known !== undefined && known.size === file.size && known.lastModified === file.lastModified;
}

function readAll(): readonly Remembered[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Remembered[]) : [];
  } catch {
    return [];
  }
}

function save(uploads: readonly Remembered[]): void {
  localStorage.setItem(KEY, JSON.stringify(uploads));
}

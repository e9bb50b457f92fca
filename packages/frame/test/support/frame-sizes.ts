import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Interaction code in KB after gzip. That of the builder includes the editor of charts, in files that nobody else loads. */
export const INTERACTION_KB = { tile: 30, story: 35, dashboard: 45, builder: 98 } as const;
export type Entry = keyof typeof INTERACTION_KB;

const ENTRIES = Object.keys(INTERACTION_KB);
/**
 * A viewer loads one language. The rest loads only when someone downloads a file, opens rows, clicks an action, opens more
 * settings or a dialog of the builder, presses a key or has forced colors, or when the host changes theme or language, or
 * its fields are wrong.
 */
const NOT_MEASURED =
  /^((frame|builder|views)\.(?!en-)[\w-]+|more\.\w+|more-panels|editorMore|make-export|changes|describe-field-problem|dialogs|open-rows|subscriptions|open-subscriptions|run-subscription-request|subscriptions\.[\w-]+|rows\.[\w-]+|select-cells|keep-focus|forced-colors|run-click|open-linked)-/;

/** What the files of a build weigh, and which of them a page loads. */
export function frameSizes(dist: string, manifest: Readonly<Record<string, string>>) {
  const assets = join(dist, 'assets');
  const files = readdirSync(assets);
  const read = (file: string) => readFileSync(join(assets, file));
  const found = (file: string, pattern: RegExp) =>
    [...read(file).toString().matchAll(pattern)].flatMap(([, name]) => name ?? []);

  /** Files and what they import before they run. */
  const withImports = (from: readonly string[], known = new Set<string>()): Set<string> => {
    for (const file of from)
      if (!known.has(file))
        withImports(found(file, /(?:import|from)\s*["`]\.\/([^"`]+\.js)["`]/g), known.add(file));
    return known;
  };

  /** Files and everything that they may load later, whatever the viewer does. */
  const everything = (from: readonly string[], known: Set<string>): Set<string> => {
    for (const file of withImports(from)) {
      if (known.has(file)) continue;
      const later = [
        ...found(file, /\bimport\(["`]\.\/([^"`]+)["`]\)/g),
        ...found(file, /"\.\/([^"]+\.css)"/g),
      ];
      everything(
        later.filter((each) => !NOT_MEASURED.test(each)),
        known.add(file),
      );
    }
    return known;
  };

  return {
    files,
    read,
    found,
    withImports,
    weight: (measured: Iterable<string>, compress = (text: Buffer) => gzipSync(text, { level: 9 })) =>
      [...measured].reduce((sum, file) => sum + compress(read(file)).length, 0),
    interactionFiles: (name: Entry): readonly string[] => {
      // They were loaded before, or are those of other pages.
      const apart = ['loader', ...ENTRIES.filter((entry) => entry !== name)].map(
        (entry) => manifest[entry] ?? '',
      );
      const own = ['builder', 'story'].includes(name) ? `${name}|` : '';
      const isStyle = new RegExp(`^(${own}interaction)-.*\\.css$`);
      const start = [manifest[name] ?? '', ...files.filter((file) => isStyle.test(file))];
      return [...everything(start, new Set(apart))].filter((file) => !apart.includes(file));
    },
  };
}

import { baseLanguage } from '@inlay/protocol/language';
import {
  openStaticAssets,
  readManifest,
  readText,
  type StaticAssets,
} from '../../platform/http/static-assets.ts';
import type { PageAssets } from '../../platform/render/page-shell.ts';
import { readRules } from '../../platform/render/used-rules.ts';

const packages = new URL('../../../../', import.meta.url);

/** Where the builds of the packages beside this one lie. */
export function builtFiles(path: string): URL {
  return new URL(path, packages);
}

/** The frame's build: files for browsers, and what every page carries in itself. */
export function openFrameBuild(): { readonly shelf: StaticAssets; readonly page: PageAssets } {
  const manifest = readManifest(builtFiles('frame/dist/manifest.json'));
  const folder = builtFiles('frame/dist/assets/');
  const style = manifest['page.css'];
  return {
    shelf: openStaticAssets(folder),
    page: {
      loader: manifest.loader,
      style: style === undefined ? [] : readRules(readText(new URL(style, folder))),
      builder: (language) =>
        ['', `.${baseLanguage(language)}`].flatMap(
          (suffix) => manifest[`builder.preload${suffix}`]?.split(' ') ?? [],
        ),
    },
  };
}

import type { InlayInstance } from './create-instance.ts';
import type { InitializeOptions } from './embed-options.ts';
import { InlayError } from './errors.ts';
import { initialize } from './initialize.ts';

const PATH = '/scripts/embedSdk.js';

// The script element is known only during the first run.
const own = (document.currentScript ??
  document.querySelector(`script[src*="${PATH}"]`)) as HTMLScriptElement | null;
const instanceUrl = own?.src.includes(PATH) ? own.src.split(PATH)[0] : undefined;

/** The global `Inlay` for pages that load the SDK with a script tag. */
const Inlay = {
  InlayError,
  initialize: (sdkAuthToken?: string, options?: InitializeOptions): Promise<InlayInstance> =>
    initialize(sdkAuthToken, { instanceUrl, ...options }),
};

Object.assign(globalThis, { Inlay });

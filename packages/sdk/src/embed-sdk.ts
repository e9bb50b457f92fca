import type { InlayInstance } from './create-instance.ts';
import type { InitializeOptions } from './embed-options.ts';
import { InlayError } from './errors.ts';
import { initialize } from './initialize.ts';

const PATH = '/scripts/embedSdk.js';

// Only while the script runs first is it known which element brought it.
const own = (document.currentScript ??
  document.querySelector(`script[src*="${PATH}"]`)) as HTMLScriptElement | null;
const instanceUrl = own?.src.includes(PATH) ? own.src.split(PATH)[0] : undefined;

/** The global `Inlay` of pages that load the SDK with a script tag. */
const Inlay = {
  InlayError,
  initialize: (sdkAuthToken?: string, options?: InitializeOptions): Promise<InlayInstance> =>
    initialize(sdkAuthToken, { instanceUrl, ...options }),
};

Object.assign(globalThis, { Inlay });

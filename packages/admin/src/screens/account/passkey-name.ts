import { deviceName } from '../../parts/sessions/device-name.ts';

/** A name for a passkey of this device: `macOS, Safari`. */
export function passkeyName(): string {
  const { browser, system } = deviceName(navigator.userAgent) ?? { browser: 'Passkey', system: undefined };
  // At most as long as the server stores.
  return [system, browser].filter(Boolean).join(', ').slice(0, 64);
}

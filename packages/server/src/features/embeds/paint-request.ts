import type { EmbedSettings } from '@inlay/protocol/embed-fields';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import type { PageAssets } from '../../platform/render/page-shell.ts';
import type { Services } from '../../services.ts';
import type { resolveEmbed } from './open-embed.ts';
import type { ViewerSetting } from './viewer-setting.ts';

/** Renders an embed whose target is a builder. */
export type PaintBuilder = (
  services: Services,
  viewer: EmbedPrincipal,
  found: Awaited<ReturnType<typeof resolveEmbed>>,
  setting: ViewerSetting,
  request: PaintRequest,
) => Promise<PaintedContent>;

/** How a page asks for an embed. */
export interface PaintRequest {
  readonly tenantId: TenantId;
  /** Identifier or alias. */
  readonly name: string;
  readonly settings: EmbedSettings;
  /** What was wrong with the fields, in sentences that begin with the field's name. */
  readonly problems: readonly string[];
  /** The page's origin as the browser names it, where it does. */
  readonly sentOrigin?: string | undefined;
  /** The host could not send a form: a page without a token waits for it instead of refusing. */
  readonly waits: boolean;
  readonly acceptLanguage?: string | undefined;
  /** `{instance_url}`'s own origins: a frame that asks again for itself sends one of them. */
  readonly ownOrigins: readonly string[];
  readonly assets: PageAssets;
  /** The builder builds on embeds, so its page is passed in. */
  readonly paintBuilder: PaintBuilder;
  readonly nonce: string;
  readonly ip: string;
  /** Aborted when nobody waits for the page any more. */
  readonly signal: AbortSignal;
  /** Aborted when the time limit of queries is over, counted from the arrival of the request. */
  readonly deadline: AbortSignal;
}

export interface PaintedContent {
  readonly html: string;
  /** What follows, as it comes. */
  readonly more?: AsyncIterable<string>;
}

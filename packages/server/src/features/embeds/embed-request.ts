import type { TileRequest } from '@inlay/protocol/embed-api';
import type { Filters, Variables } from '@inlay/protocol/frame-messages';
import type { FastifyRequest } from 'fastify';
import Type, { type TProperties } from 'typebox';
import { querySignal } from '../../platform/http/caller-signal.ts';
import { viewerOf } from '../../platform/http/http-app.ts';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import type { Services } from '../../services.ts';
import { readTenantSettings } from '../tenants/index.ts';
import { type AskedBody, asked } from './embed-api-schemas.ts';
import { inLanguage, type OpenEmbed, openEmbed, resolveEmbed } from './open-embed.ts';
import { viewerSetting } from './viewer-setting.ts';

type TileBody = Partial<AskedBody> & Pick<TileRequest, 'cross' | 'drill' | 'fresh'>;

/** Where tiles are shown, and how what shows them is opened for whoever asks. */
export interface ShownAt {
  readonly url: string;
  /** Parameters of the address, and what its query may say. */
  readonly params: TProperties & { readonly id: typeof embedId };
  readonly query: TProperties;
  /** In the names of operations: `askEmbedTile`. */
  readonly name: string;
  /** In sentences: `Ask a tile of an embed`. */
  readonly of: string;
  open(request: FastifyRequest): Promise<{ readonly viewer: EmbedPrincipal; readonly opened: OpenEmbed }>;
}

export const embedId = Type.String({ description: 'Identifier or alias of the embed.' });

/** A tile, a story or a dashboard that an embed names. */
export function shownByEmbed(services: Services): ShownAt {
  return {
    url: '/embed/api/v0/embeds/:id',
    params: { id: embedId },
    query: {},
    name: 'Embed',
    of: 'an embed',
    open: async (request) => {
      const viewer = viewerOf(request);
      const found = await resolveEmbed(services, viewer.tenantId, (request.params as { id: string }).id);
      return { viewer, opened: await openEmbed(services, viewer, found) };
    },
  };
}

/** Where and how whoever asks wants to read, and with which choices. */
export async function readQuestion(
  services: Services,
  request: FastifyRequest,
  body: Partial<AskedBody> = {},
) {
  const viewer = viewerOf(request);
  const setting = viewerSetting(
    { ...asked(body), acceptLanguage: request.headers['accept-language'] },
    await readTenantSettings(services.store, viewer.tenantId),
    viewer,
  );
  const choices = {
    filters: (body.filters ?? {}) as Filters,
    variables: (body.variables ?? {}) as Variables,
    now: services.clock(),
    calendar: setting.calendar,
    signal: querySignal(request, services),
  };
  return { setting, choices };
}

/** What every question of a page begins with: who asks what, in which language, with which choices. */
export function shownRequests(services: Services, { open }: ShownAt) {
  const question = async (request: FastifyRequest, body: Partial<AskedBody> = {}) => {
    const { viewer, opened } = await open(request);
    const { setting, choices } = await readQuestion(services, request, body);
    return { viewer, opened: inLanguage(opened, setting.locale), setting, choices };
  };
  return {
    question,
    tileQuestion: async (request: FastifyRequest, body: TileBody) => {
      const { choices, ...asker } = await question(request, body);
      const { cross, drill, fresh } = body;
      return {
        ...asker,
        asking: {
          ...choices,
          ...(cross ? { cross } : {}),
          ...(drill ? { drill } : {}),
          ...(fresh ? { fresh } : {}),
        },
      };
    },
  };
}

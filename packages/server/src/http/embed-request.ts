import type { TileRequest } from '@inlay/protocol/embed-api';
import type { Filters, Variables } from '@inlay/protocol/frame-messages';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { readTenantSettings } from '../directory/tenant-settings.ts';
import { openEmbed, resolveEmbed } from '../flows/open-embed.ts';
import { viewerSetting } from '../flows/viewer-setting.ts';
import type { Services } from '../services.ts';
import { type AskedBody, asked } from './embed-question.ts';
import { viewerOf } from './http-app.ts';

export const ofEmbed = Type.Object({ id: Type.String({ description: 'Identifier or alias of the embed.' }) });
export const ofTile = Type.Object({ id: ofEmbed.properties.id, tileId: Type.String() });

type TileBody = Partial<AskedBody> & Pick<TileRequest, 'cross' | 'drill' | 'fresh'>;

/** What every question of a page begins with: who asks, about which embed, with which choices. */
export function embedRequests(services: Services) {
  const question = async (request: FastifyRequest, body: Partial<AskedBody> = {}) => {
    const viewer = viewerOf(request);
    const setting = viewerSetting(
      { ...asked(body), acceptLanguage: request.headers['accept-language'] },
      await readTenantSettings(services.store, viewer.tenantId),
      viewer,
    );
    const filters = (body.filters ?? {}) as Filters;
    const choices = {
      filters,
      variables: (body.variables ?? {}) as Variables,
      now: services.clock(),
      calendar: setting.calendar,
      signal: request.signal,
    };
    return { setting, choices };
  };
  return {
    question,
    open: async (request: FastifyRequest) => {
      const viewer = viewerOf(request);
      const found = await resolveEmbed(services, viewer.tenantId, (request.params as { id: string }).id);
      return { viewer, opened: await openEmbed(services, viewer, found) };
    },
    tileQuestion: async (request: FastifyRequest, body: TileBody) => {
      const { setting, choices } = await question(request, body);
      const { cross, drill, fresh } = body;
      return {
        setting,
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

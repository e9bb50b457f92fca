import type { HttpApp } from '../../platform/http/http-app.ts';

/** The API's description for programs; people read it in the documentation. */
export function referenceRoutes(app: HttpApp, describeApi: () => object): void {
  const config = { access: 'public' } as const;
  const schema = { hide: true };

  app.get('/api/openapi.json', { config, schema }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(describeApi()),
  );

  for (const path of ['/api/docs', '/api/docs/'])
    app.get(path, { config, schema }, async (_request, reply) => reply.redirect('/docs/api', 302));
}

import type { HttpApp } from '../http-app.ts';

/** The API's description for programs. */
export function referenceRoutes(app: HttpApp): void {
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(app.swagger()),
  );
}

import { randomUUID } from 'node:crypto';
import { type Check, counted, type Finding, quoted, verdictOf } from '../check.ts';
import { embedPath } from '../survey.ts';
import { wireContext } from '../wire-context.ts';

/** The same viewer in another workspace, or without privileges, must not open what the context opens. */
export const privilegesCheck: Check = {
  id: 'privileges',
  title: 'Viewers of another workspace, or without privileges, can open nothing',
  run: async ({ instance, surveys }) => {
    const findings: Finding[] = [];
    let attempts = 0;
    for (const { viewer, contents, builders } of surveys) {
      const signed = wireContext(viewer.planned.context);
      const weaker = {
        'in another workspace': { ...signed, roles: ['USER'], workspace_id: `verify-${randomUUID()}` },
        'without privileges': { ...signed, roles: ['USER'], privileges: {} },
      };
      const paths = new Set([
        ...contents.filter(({ place }) => place.dashboard === undefined).map(({ place }) => place.embed),
        ...builders.map(({ embed }) => embed),
      ]);
      for (const [how, context] of Object.entries(weaker)) {
        const token = await instance.token(context);
        for (const embed of paths)
          for (const path of [embedPath(embed), `${embedPath(embed)}/builder/dashboards`]) {
            attempts += 1;
            const { status } = await instance.send({ path, token });
            if (status >= 400 && status < 500) continue;
            findings.push({
              state: status < 400 ? 'failed' : 'not-proven',
              embed,
              context: viewer.name,
              message: `${quoted(viewer.name)} ${how} opens embed ${quoted(embed)}: ${path} responded with HTTP ${status}.`,
            });
          }
        await instance.revoke(token);
      }
    }
    return verdictOf(attempts, counted(attempts, 'request'), findings, {
      state: 'not-proven',
      summary: 'no context can open an embed',
    });
  },
};

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A shell block of README or the guide. */
export interface GuideCommands {
  /** Page and beginning of the first line. */
  readonly name: string;
  readonly code: string;
}

export const guideCommands: readonly GuideCommands[] = globSync(['README.md', 'docs/guide/*.md'], {
  cwd: root,
})
  .sort()
  .flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/^( *)```(?:sh|bash)\n([\s\S]*?)^ *```$/gm)].map(
      ([, indent = '', text = '']) => {
        const code = text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
        const first = code.trimStart().split('\n')[0] ?? '';
        return { name: `${page.replace('docs/guide/', '')}: ${first.slice(0, 56).trim()}`, code };
      },
    ),
  );

/** Blocks that `guide-commands.test.ts` runs, in this order, on an instance with the demo. */
export const RUN_IN_ORDER = [
  'getting-started.md: curl http://localhost:4000/api/login \\',
  "getting-started.md: curl http://localhost:4000/api/v0/me -H 'authorization:",
  'getting-started.md: curl http://localhost:4000/api/v0/users \\',
  "README.md: curl http://localhost:4000/api/login -H 'content-type: a",
  'getting-started.md: npm run inlay -- tenant create globex',
  'map-customers.md: inlay tenant create northwind --url https://northwind.an',
  'authenticate-embeds.md: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:',
  'authenticate-embeds.md: export INLAY_CLIENT_SECRET=…',
  'authenticate-embeds.md: npm install http://localhost:4000/packages/inlay-node-0.',
  'embed-in-a-page.md: npm install http://localhost:4000/packages/inlay-sdk-0.1',
  'look-and-calendar.md: curl -X PUT "$BASE/v0/themes/acme" -H "authorization: Be',
  'api-keys.md: inlay api-key create deploy --scopes content:read,conten',
  "api-keys.md: curl https://analytics.example.com/api/v0/apps -H 'autho",
  'scim.md: inlay api-key create directory --scopes scim',
  'api-keys.md: inlay api-key rotate deploy --overlap 24',
  'deploy-content.md: inlay api-key create plan-content --scopes content:read,',
  'deploy-content.md: export INLAY_URL=https://analytics.example.com    # the',
  'deploy-content.md: inlay content plan content/sales --publish --json > plan',
  'exports.md: curl -H "authorization: Bearer $EMBED_TOKEN" -o overview',
  'troubleshoot.md: inlay check-token assertion.jwt',
  'troubleshoot.md: curl $INSTANCE/api/v0/embeds/revenue/explain -H "authori',
  'verify.md: inlay verify --instance https://analytics.example.com --',
  'connect-data.md: curl -H "Authorization: Bearer $TOKEN" -H \'Content-Type:',
  'connect-data.md: curl -i -H "Authorization: Bearer $TOKEN" -H \'Prefer: re',
  'join-tables.md: curl $INSTANCE/api/v0/datasets -H "authorization: Bearer',
  'upgrade.md: inlay backup before-upgrade.tar.gz    # while the server',
  'getting-started.md: npm stop',
  'operate.md: inlay stop',
] as const;

const FIRST_EMBED = 'first-embed-guide.test.ts runs it';
const CONTAINERS =
  'needs Docker; test:toolchains checks the files and builds the root file system of the image';

/** Blocks that run in another test, or in none, and why. */
export const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  'README.md: npm run inlay -- tenant create acme': FIRST_EMBED,
  'README.md: cp -r examples/first-embed ../my-app': FIRST_EMBED,
  'README.md: cd ../my-app': FIRST_EMBED,
  'first-embed.md: npm run inlay -- tenant create acme': FIRST_EMBED,
  'first-embed.md: cp -r examples/first-embed ../my-app': FIRST_EMBED,
  'first-embed.md: npm run inlay -- content import ../my-app/content --publ': FIRST_EMBED,
  'first-embed.md: npm run inlay -- keys generate --register --tenant acme': FIRST_EMBED,
  'first-embed.md: cd ../my-app': FIRST_EMBED,
  'first-embed.md: node server.mjs': FIRST_EMBED,
  'getting-started.md: npm run inlay -- tenant create acme': FIRST_EMBED,
  'deploy-content.md: inlay content export sales --url https://staging.example':
    'needs two instances; content-plans.test.ts does the same on two',
  'README.md: npm run dev     # serves everything from the sources and':
    'dev.test.ts runs the first; the second is this suite',
  'sign-in-to-the-admin-app.md: inlay user reset-second-factor ann@example.com':
    'reset-second-factor.test.ts runs it',
  'sign-in-with-a-provider.md: inlay tenant sign-in --allow-passwords': 'usage.test.ts runs it',
  'deploy.md: npm run pack:server    # in the repository: writes dist/': 'production-install.test.ts runs it',
  'deploy.md: npm install ./inlay-server-0.1.0.tgz': 'production-install.test.ts runs it',
  'deploy.md: mkdir /opt/inlay && tar -xzf inlay-server-0.1.0.tgz -C /':
    'needs root and systemd; deployment-files.test.ts checks the unit',
  'deploy.md: systemd-run --pipe --uid=inlay -p EnvironmentFile=/etc/i': 'needs root and systemd',
  'deploy.md: docker build -f deploy/Containerfile -t inlay:0.1.0 .': CONTAINERS,
  'deploy.md: cd deploy': CONTAINERS,
  'deploy.md: docker compose build': CONTAINERS,
  'deploy.md: kubectl create namespace inlay':
    'needs a cluster; deployment-files.test.ts renders and validates the chart',
};

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { BUILD_MS, goTool } from '../../support/source/go-tool.ts';

const run = promisify(execFile);
const deploy = fileURLToPath(new URL('../../../deploy', import.meta.url));
const chart = join(deploy, 'helm', 'inlay');
const timeout = BUILD_MS;

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'inlay-deploy-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly selector?: Readonly<Record<string, string>>;
    readonly template?: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: Pod;
    };
  };
}

interface Pod {
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: object;
  readonly containers: readonly [Container];
}

interface Container {
  readonly securityContext: object;
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly livenessProbe?: object;
}

describe('the Helm chart', () => {
  const needed = ['publicUrl=https://analytics.example.com', 'existingSecret=inlay'];
  const all = [
    ...needed,
    'autoscaling.enabled=true',
    'ingress.tlsSecret=tls',
    'ingress.hosts={*.analytics.example.com}',
    'settings.INLAY_LOG_LEVEL=warn',
    'files.storageClassName=nfs',
    'trustProxy=10.0.0.0/8',
  ];
  const template = async (helm: string, values: readonly string[]) => {
    const args = [
      'template',
      'acme',
      chart,
      '--kube-version=1.30.0',
      ...values.flatMap((value) => ['--set', value]),
    ];
    return (await run(helm, args)).stdout;
  };
  const resourcesIn = (text: string) =>
    parseAllDocuments(text).map((document) => document.toJS() as Resource);

  it('has no findings of the linter', { timeout }, async (t) => {
    const helm = await goTool(t, 'helm');
    if (!helm) return;
    const set = needed.flatMap((value) => ['--set', value]);
    await run(helm, ['lint', '--strict', '--kube-version=1.30.0', chart, ...set]);
  });

  it('renders what the schemas of Kubernetes 1.27 to 1.30 accept', { timeout }, async (t) => {
    const helm = await goTool(t, 'helm');
    const validate = helm && (await goTool(t, 'kubectl-validate'));
    if (!helm || !validate) return;
    for (const values of [needed, all]) {
      const file = join(folder, `chart-${values.length}.yaml`);
      writeFileSync(file, await template(helm, values));
      for (const version of ['1.27', '1.28', '1.29', '1.30'])
        await run(validate, [file, '--version', version]);
    }
    const broken = join(folder, 'broken.yaml');
    writeFileSync(
      broken,
      (await template(helm, needed)).replace('containerPort: 4000', 'containerPort: web'),
    );
    await assert.rejects(run(validate, [broken, '--version', '1.30']), /containerPort/);
  });

  it('locks down every pod, holds no secret, and migrates before nodes of a new version start', {
    timeout,
  }, async (t) => {
    const helm = await goTool(t, 'helm');
    if (!helm) return;
    const resources = resourcesIn(await template(helm, all));
    const kinds = resources.map(({ kind }) => kind).sort();
    assert.deepEqual(kinds, [
      'Deployment',
      'HorizontalPodAutoscaler',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'Service',
    ]);
    const pods = resources.flatMap(({ spec: { template } }) => template ?? []);
    assert.equal(pods.length, 2);
    for (const { spec } of pods) {
      assert.equal(spec.automountServiceAccountToken, false);
      assert.deepEqual(spec.securityContext, {
        runAsNonRoot: true,
        runAsUser: 10001,
        runAsGroup: 10001,
        fsGroup: 10001,
        fsGroupChangePolicy: 'OnRootMismatch',
        seccompProfile: { type: 'RuntimeDefault' },
      });
      const [{ securityContext, env }] = spec.containers;
      assert.deepEqual(securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const secrets = env.filter(({ value }) => value === undefined).map(({ name }) => name);
      assert.deepEqual(secrets, ['INLAY_DATABASE_URL', 'INLAY_ADMIN_PASSWORD']);
      assert.equal(
        env.find(({ name }) => name === 'INLAY_MASTER_KEY_FILE')?.value,
        '/run/secrets/inlay/master.key',
      );
    }
    const job = resources.find(({ kind }) => kind === 'Job');
    assert.equal(job?.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade');
    const selector = Object.entries(resources.find(({ kind }) => kind === 'Service')?.spec.selector ?? {});
    const selected = pods.filter(({ metadata }) =>
      selector.every(([label, value]) => metadata.labels[label] === value),
    );
    assert.deepEqual(
      selected.map(({ spec }) => 'livenessProbe' in spec.containers[0]),
      [true],
    );
  });

  it('refuses values that would not work, and secrets among the settings', { timeout }, async (t) => {
    const helm = await goTool(t, 'helm');
    if (!helm) return;
    const refused: readonly (readonly [values: readonly string[], reason: RegExp])[] = [
      [['existingSecret=inlay'], /publicUrl/],
      [['publicUrl=https://analytics.example.com'], /existingSecret/],
      [['publicUrl=analytics.example.com/inlay', 'existingSecret=inlay'], /publicUrl/],
      [[...needed, 'settings.INLAY_MASTER_KEY=a'], /INLAY_MASTER_KEY/],
      [[...needed, 'replica=3'], /replica/],
      [[...needed, 'networkPolicy.enabled=false'], /Set trustProxy/],
    ];
    for (const [values, reason] of refused) await assert.rejects(template(helm, values), reason);
  });
});

describe('the Compose file', () => {
  const text = readFileSync(join(deploy, 'compose.yaml'), 'utf8');

  it('conforms to the Compose Specification', { timeout }, async (t) => {
    const compose = await goTool(t, 'compose-go');
    if (!compose) return;
    const file = join(folder, 'compose.yaml');
    // The program reads no environment.
    writeFileSync(
      file,
      text.replaceAll(/\$\{\w+(?::\?[^}]*|:-([^}]*))\}/g, (_, fallback) => fallback ?? 'chosen'),
    );
    const { stdout } = await run(compose, [file], { cwd: folder });
    assert.match(stdout, /INLAY_DATABASE_URL: postgres:\/\/inlay:chosen@postgres:5432\/inlay/);
  });

  it('does not start before every secret is set', { timeout }, async (t) => {
    const compose = await goTool(t, 'compose-go');
    if (!compose) return;
    const file = join(folder, 'unset.yaml');
    writeFileSync(file, text);
    await assert.rejects(run(compose, [file], { cwd: folder }), (error) => {
      for (const name of [
        'POSTGRES_PASSWORD',
        'INLAY_MASTER_KEY_FILE',
        'INLAY_ADMIN_PASSWORD',
        'INLAY_DOMAIN',
      ])
        assert.match(String(error), new RegExp(`required variable ${name} is missing`));
      return true;
    });
  });
});

describe('the systemd unit', () => {
  it('is valid, and systemd rates its exposure as low', async (t) => {
    const found = await run('systemd-analyze', ['--version']).catch(() => undefined);
    if (!found) return t.skip('systemd-analyze is not on this machine');
    const unit = join(folder, 'inlay.service');
    const text = readFileSync(join(deploy, 'systemd', 'inlay.service'), 'utf8');
    writeFileSync(unit, text.replace('/usr/local/bin/node', process.execPath));
    const { stderr } = await run('systemd-analyze', ['verify', '--man=no', unit]);
    assert.doesNotMatch(stderr, /inlay\.service/);
    if (Number(/\d+/.exec(found.stdout)?.[0]) < 250)
      return t.diagnostic('systemd is too old to rate the exposure');
    // The threshold is ten times the rating: 2.0 of 10.
    await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit]);
  });
});

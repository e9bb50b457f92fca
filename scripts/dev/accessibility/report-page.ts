import { type Clause, clauses } from './clauses.ts';
import { type Evidence, evidenceOf, type Level, levelOf } from './conformance.ts';
import { type Criterion, clauseOf, criteria } from './criteria.ts';
import type { Finding, Results, RunResult } from './results.ts';
import { type Statement, statements } from './statements.ts';

/** `docs/reference/accessibility.md`: the accessibility conformance report. */
export function reportPage(results: Results): string {
  const rows = criteria.map((criterion) => {
    const evidence = evidenceOf(criterion.number, results);
    const statement = statements[criterion.number];
    return { criterion, evidence, statement, level: levelOf(evidence, statement) };
  });
  const count = (wanted: Level) => rows.filter(({ level }) => level === wanted).length;
  const findings = results.runs.flatMap((run) => run.findings);
  return `<!-- Written by npm run accessibility. Edit scripts/dev/accessibility/statements.ts. -->

# Accessibility conformance report

How far Inlay ${results.version} meets the Web Content Accessibility Guidelines (WCAG) 2.2 at levels A and AA, and EN 301 549 V3.2.1, which contains WCAG 2.1.
The report follows the structure of the Voluntary Product Accessibility Template (VPAT).
It is a statement of those who develop Inlay, not a certificate, and nobody else has verified it.

## What was and was not checked by hand

${results.runs.length} automated runs examined ${surfaceCount(results)} surfaces in Chromium: pages, and states such as an open dialog or menu, with the content of the demo.
They decide the levels below, together with tests of behavior and a review of code and screenshots.
The column *By hand* says what was reviewed; *no* means that only programs checked the criterion.

- **Nobody operated the product by hand for this report.** *Screenshots* and *code* mean that these were looked at.
- **Nobody used assistive technology.** No screen reader (NVDA, JAWS, VoiceOver, TalkBack), screen magnifier, switch or voice control was used with this version.
- **No people with disabilities took part.**
- The runs use Chromium. Firefox and Safari have [journeys](../../test/README.md) of their own, which do not examine accessibility.
- The page that embeds Inlay, and the texts, colors and images of authors, are not part of the product. Tenants can choose colors that lack contrast, which the theme editor reports.
- Exported PDF and XLSX files were not examined.

A run can show that something fails, and rarely that everything is right: *supports* means that no failure is known in what the evidence names.

## Levels

| level | meaning | criteria |
|---|---|---|
| Supports | no failure is known, and runs, tests or a review checked it | ${count('Supports')} |
| Partially supports | a run found a failure, or one is known | ${count('Partially supports')} |
| Does not support | most of it fails | ${count('Does not support')} |
| Not applicable | the product has nothing of the kind | ${count('Not applicable')} |
| Not evaluated | neither runs nor tests nor a review checked it | ${count('Not evaluated')} |

${(['A', 'AA'] as const)
  .map(
    (level) => `## WCAG 2.2, level ${level}

| criterion | EN 301 549 | level | evidence | by hand | remarks |
|---|---|---|---|---|---|
${rows
  .filter(({ criterion }) => criterion.level === level)
  .map(criterionRow)
  .join('\n')}
`,
  )
  .join('\n')}
4.1.1 Parsing (EN 301 549: 9.4.1.1) is obsolete and removed from WCAG 2.2; pages in HTML meet it by definition.
The criteria without a clause are new in WCAG 2.2.

## EN 301 549 V3.2.1, other clauses

The clauses of chapter 9 are in the tables above.

| clause | level | evidence | remarks |
|---|---|---|---|
${clauses.map((clause) => clauseRow(clause, results)).join('\n')}

## Findings

${findings.length === 0 ? 'The runs found nothing.' : `What the runs found, and so what *partially supports* refers to.\n\n| criterion | what | where |\n|---|---|---|\n${findings.map(findingRow).join('\n')}`}

## Runs

| run | what it checks | looks | checks | findings |
|---|---|---|---|---|
${results.runs.map(runRow).join('\n')}

## Surfaces

${Object.entries(results.surfaces)
  .map(([part, names]) => `- **${part}** (${names.length}): ${names.map(cell).join(', ')}`)
  .join('\n')}

## Repeat it

\`npm run accessibility\` performs the runs and writes this page and [its results](accessibility.json); \`npm run accessibility keyboard\` performs one of them.
\`npm run test:all\` fails if a run finds something that the results do not list ([ADR 345](../adr/0345-generated-accessibility-report.md)).
`;
}

interface Row {
  readonly criterion: Criterion;
  readonly evidence: Evidence;
  readonly statement: Statement | undefined;
  readonly level: Level;
}

function criterionRow({ criterion, evidence, statement, level }: Row): string {
  const { number, name } = criterion;
  const cells = [
    `${number} ${name}`,
    clauseOf(criterion) ?? 'none',
    level,
    evidenceText(evidence, statement),
    statement?.byHand ?? 'no',
    statement?.remark ?? '',
  ];
  return `| ${cells.join(' | ')} |`;
}

function clauseRow({ number, name, level, remark }: Clause, results: Results): string {
  const evidence = evidenceOf(number, results);
  const documentation = results.runs.flatMap(({ findings }) =>
    findings.filter(({ surfaces }) => surfaces.some((surface) => surface.startsWith('Documentation'))),
  );
  const decided =
    number === '12.1.2'
      ? documentation.length > 0
        ? 'Partially supports'
        : 'Supports'
      : levelOf(evidence, undefined);
  return `| ${number} ${name} | ${level ?? decided} | ${evidenceText(evidence, undefined)} | ${remark} |`;
}

function evidenceText({ runs, findings }: Evidence, statement: Statement | undefined): string {
  const tests = statement?.tests?.length ?? 0;
  return [
    ...runs.map(({ title, surfaces }) => `${title} (${plural(surfaces, 'surface')})`),
    ...(tests > 0 ? [plural(tests, 'test')] : []),
    ...(runs.length === 0 && tests === 0 && statement?.byHand ? ['review'] : []),
    ...(findings.length > 0 ? [`**${plural(findings.length, 'finding')}**`] : []),
  ].join(', ');
}

function findingRow({ criterion, what, surfaces, looks }: Finding): string {
  const [first = '', ...others] = surfaces;
  const where = others.length > 0 ? `${cell(first)} and ${others.length} more` : cell(first);
  return `| ${criterion} | ${code(what)} | ${where} (${looks.join(', ')}) |`;
}

function runRow({ title, description, looks, coverage, findings }: RunResult): string {
  const checks = Object.values(coverage).reduce((sum, each) => sum + each.checks, 0);
  return `| ${title} | ${description} | ${looks.join(', ')} | ${checks.toLocaleString('en')} | ${findings.length} |`;
}

const surfaceCount = ({ surfaces }: Results): number => Object.values(surfaces).flat().length;

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A bar would end the cell, and a tag would be one. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const code = (text: string): string => `\`${text.replaceAll('|', '\\|').replaceAll('`', 'ˋ')}\``;

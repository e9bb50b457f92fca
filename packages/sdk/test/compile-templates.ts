import { compileScript, parse } from 'vue/compiler-sfc';

/** A component of Vue, as the build of an app compiles it. */
export function compileVue(source: string): string {
  const { descriptor, errors } = parse(source);
  if (errors.length > 0) throw new AggregateError(errors, 'The component does not compile.');
  return compileScript(descriptor, { id: 'component', inlineTemplate: true }).content;
}

/** The part of Angular's compiler that is used here; its own types do not resolve in ES modules. */
interface AngularCompiler {
  readConfiguration(project: string): { readonly rootNames: readonly string[]; readonly options: object };
  defaultGatherDiagnostics(program: object): readonly { readonly messageText: unknown }[];
  performCompilation(work: {
    readonly rootNames: readonly string[];
    readonly options: object;
    readonly gatherDiagnostics: (program: object) => readonly [];
  }): unknown;
}

/** Compiles a project with components of Angular and returns its problems, in spite of which it is written. */
export async function compileAngular(project: string): Promise<readonly string[]> {
  const compiler: AngularCompiler = await import(import.meta.resolve('@angular/compiler-cli'));
  const problems: string[] = [];
  compiler.performCompilation({
    ...compiler.readConfiguration(project),
    // Reported as none, so that the compiler goes on.
    gatherDiagnostics: (program) => {
      for (const { messageText } of compiler.defaultGatherDiagnostics(program))
        problems.push(JSON.stringify(messageText));
      return [];
    },
  });
  return problems;
}

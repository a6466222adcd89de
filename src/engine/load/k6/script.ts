import type { Environment, Project } from '#engine/project/format/schema.ts'
import type { CookieScope } from '#engine/project/cookie-scopes.ts'
import { secretVariable } from '#engine/base/secrets/secret-variable.ts'
import type { Code } from './code.ts'
import { memberOf } from './code.ts'
import type { K6Name } from './runtime/function.ts'
import { declaredNames, type RuntimeName } from './runtime/index.ts'
import { Names } from './names.ts'

/** A script that is being written: what its parts have in common. */
export class Script {
  readonly project: Project
  readonly environment: Environment | undefined
  readonly names = new Names(declaredNames)
  readonly functions = new Set<RuntimeName>()
  /** What the script itself takes from k6's modules. */
  readonly imports = new Set<K6Name>()
  /** Ids of the secrets that the script reads. */
  readonly secrets = new Set<string>()
  /** Notes for the user who runs it, a sentence each. */
  readonly notes: string[] = []
  /** Steps that are not in the script, with the reason. */
  readonly leftOut: string[] = []
  /** Variables that a step which is omitted would have set. */
  readonly lostVariables = new Map<string, string>()
  /** What is made once, before the first iteration: rows, files. */
  readonly constants: Code[] = []
  /** What only calls need, or what needs the runtime while it is made: it goes to the end. */
  readonly lateConstants: Code[] = []
  readonly #made = new Map<unknown, string>()

  constructor(project: Project, environment: Environment | undefined) {
    this.project = project
    this.environment = environment
  }

  /** The name of a function of the runtime, which the script has from now on. */
  use(name: RuntimeName): RuntimeName {
    this.functions.add(name)
    return name
  }

  /** See {@link imports}. */
  useK6(name: K6Name): K6Name {
    this.imports.add(name)
    return name
  }

  /** A constant for `key`, made when it is first asked for. */
  constant(key: unknown, name: string, fallback: string, make: () => Code, late = false): string {
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const code = make()
    const made = this.names.of(name, fallback)
    const into = late ? this.lateConstants : this.constants
    this.#made.set(key, made)
    into.push([`const ${made} = `, code])
    return made
  }

  /** The value of a secret: of the variable by which `assay run` reads it too. */
  secret(id: string): string {
    this.secrets.add(id)
    return memberOf('__ENV', secretVariable(id))
  }

  /** What opens the jar of a scope that begins here; none if the project's cookies have another scope. */
  jarOf(scope: CookieScope): Code[] {
    if (this.project.cookies !== scope) return []
    this.use('run')
    this.useK6('http')
    return [`run.jar ${scope === 'run' ? '??=' : '='} new http.CookieJar()`]
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text)
  }
}

/** A scope that steps write to, as the script calls it. */
export const scopeCode = (scope: 'TestCase' | 'TestSuite' | 'Project'): string =>
  ({ TestCase: "'case'", TestSuite: "'suite'", Project: "'project'" })[scope]

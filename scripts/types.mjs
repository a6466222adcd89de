// Type-checks every part with the library it will meet: the engine twice, once as in a worker, once as in Node. One compiler reads each
// file once for all parts and checks it once for each library; asked part by part it would do both up to five times.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

/**
 * The parts in the order in which they are checked, each with those whose files it leaves to them: they are checked there with what this
 * part has too, or with what the files meet when they run. What no part has as its own is checked wherever it is loaded.
 */
const parts = {
  'script-api': [],
  'engine-node': [],
  'engine-worker': [],
  worker: ['engine-worker'],
  page: ['engine-worker', 'worker'],
  node: ['engine-node', 'engine-worker', 'worker', 'page'],
}

/** Parts that run where there is no document. A package whose types bring its library would let them use it. */
const withoutDocument = ['script-api', 'engine-node', 'engine-worker', 'worker']

// Less of the processor's time goes into collecting garbage that doesn't matter.
process.env.GOGC ??= '1000'
// Not before: the compiler is started with the environment of that moment.
const { API } = await import('typescript/unstable/sync')
const compiler = new API({ cwd: process.cwd() })

/** The files of each part that it names itself. */
const own = new Map()

/** Whether nothing is to be said of a part's configuration and files. */
function checks(part, leaves) {
  const config = resolve(`config/tsconfig.${part}.json`)
  const project = compiler.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (project === undefined) return false
  const { rootFiles, program } = project
  own.set(part, new Set(rootFiles))
  const leftOut = new Set(leaves.flatMap((other) => [...own.get(other)]))
  for (const file of rootFiles) leftOut.delete(file)
  const files = program.getSourceFileNames().filter((file) => !file.includes('/node_modules/') && !leftOut.has(file))
  if (withoutDocument.includes(part) && program.getSourceFileNames().some((file) => file.endsWith('/lib.dom.d.ts'))) {
    console.error(`Types of a package bring the DOM to ${part}. "tsc -p config/tsconfig.${part}.json --explainFiles" says which.`)
    return false
  }
  const said = [program.getConfigFileParsingDiagnostics(), program.getProgramDiagnostics()]
  return (
    files.length > 0 &&
    said.every((some) => some.length === 0) &&
    files.every((file) =>
      [program.getSyntacticDiagnostics(file), program.getSemanticDiagnostics(file)].every((some) => some.length === 0),
    )
  )
}

const failed = Object.entries(parts).flatMap(([part, leaves]) => (checks(part, leaves) ? [] : [part]))
compiler.close()
if (failed.length > 0) {
  // The compiler's own command reports what and where, in its usual format.
  for (const part of failed)
    spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', `config/tsconfig.${part}.json`], { stdio: 'inherit' })
  console.error(`Types: ${failed.join(', ')} did not check.`)
  process.exit(1)
}

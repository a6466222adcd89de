import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { makeChangeSet } from '#engine/case-builder/change-set/make-change-set.ts'
import { draftOf } from '#engine/tools/draft.ts'
import { foreign } from '#engine/tools/page.ts'
import { exitCodes } from '../exit-codes.ts'
import { readProjectFile } from '../files/read-file.ts'
import { UsageError } from '../host.ts'
import { defineAgentTool } from './agent-tool.ts'
import { proposalText } from './proposal-text.ts'
import { carryOutQuietly } from './quiet-command.ts'
import { mcpTexts } from './texts.ts'

/** Proposes an API definition of a file as one of the project. */
export const importDefinition = defineAgentTool({
  name: 'import_definition',
  description:
    "Propose to add an API definition (OpenAPI 3 or Swagger 2, YAML or JSON) to the project, or to replace the one with the same title. The file must be in the project file's folder or below it. Returns a difference with an ID. The operations are available once it is applied.",
  input: v.strictObject({
    path: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(1_000),
      v.description('Path relative to the project file, such as api/openapi.yaml'),
    ),
    project: v.optional(v.pipe(v.string(), v.maxLength(1_000), v.description('ID or name. Only if several projects are open'))),
  }),
  annotations: { title: 'Import an API definition', readOnlyHint: true, openWorldHint: false },
  async run({ path, project }, session) {
    const file = await session.fileNamed(project)
    const [{ folder, source }, made] = [sourceBelow(file.path, path), mkdtempSync(join(tmpdir(), 'assay-definition-'))]
    try {
      const output = join(made, 'imported.aprj')
      const { code, said } = await carryOutQuietly('import', ['openapi', source, '--root', folder, '-o', output], session.host)
      if (code !== exitCodes.passed) return { text: foreign(said, 1_500), isError: true }
      const [api] = (await readProjectFile(output)).project.apis
      if (!api) return { text: mcpTexts.noDefinition(path), isError: true }
      const known = { id: file.path, project: { ...file.project, sealed: undefined }, revision: file.revision }
      const { bench, newId } = draftOf(known, { seed: randomInt(2 ** 31) })
      const { apis } = bench.project
      const at = apis.findIndex(({ name }) => name === api.name)
      const old = apis[at]
      if (old) apis[at] = { ...old, document: api.document }
      else apis.push({ ...api, id: newId() })
      const changeSet = makeChangeSet(bench, mcpTexts.addsDefinition(api.name), file.revision, file.path)
      if (!changeSet) return { text: mcpTexts.sameDefinition(api.name) }
      const kept = await session.keep({ path: file.path, revision: file.revision, changeSet, notDone: [] })
      return { text: proposalText(kept, changeSet.label, session.rights) }
    } finally {
      rmSync(made, { recursive: true, force: true })
    }
  },
})

/** The file that a path names, below the folder of the project file; links that lead out of it are rejected. */
function sourceBelow(file: string, path: string): { folder: string; source: string } {
  const folder = realpathSync(dirname(resolve(file)))
  const outside = new UsageError(mcpTexts.outside(foreign(path, 200), folder), null)
  const isBelow = (found: string): boolean => {
    const way = relative(folder, found)
    return way !== '' && !isAbsolute(way) && way.split(sep)[0] !== '..'
  }
  // Nothing outside is looked at: even whether it is there is not told.
  const wanted = resolve(folder, path)
  if (path.includes('\0') || !isBelow(wanted)) throw outside
  let source: string
  try {
    source = realpathSync(wanted)
  } catch {
    throw new UsageError(mcpTexts.missing(foreign(path, 200), folder), null)
  }
  if (!isBelow(source)) throw outside
  return { folder, source }
}

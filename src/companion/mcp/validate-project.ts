import * as v from 'valibot'
import { paged } from '#engine/tools/page.ts'
import { exitCodes } from '../exit-codes.ts'
import { defineAgentTool } from './agent-tool.ts'
import { carryOutQuietly } from './quiet-command.ts'
import { mcpTexts } from './texts.ts'

/** Lists the problems of a project file. */
export const validateProject = defineAgentTool({
  name: 'validate_project',
  description:
    "List all problems and warnings of a project file on disk, with path and line. Also works for files that other tools can't read.",
  input: v.strictObject({
    project: v.optional(v.pipe(v.string(), v.maxLength(1_000), v.description('Id or name; only if several projects are open'))),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(12), v.description('From an earlier result'))),
  }),
  annotations: { title: 'Validate the project', readOnlyHint: true, openWorldHint: false },
  async run({ project, cursor }, session) {
    const path = await session.pathNamed(project)
    const { code, said } = await carryOutQuietly('check', [path], session.host)
    const lines = said.trim().split('\n').filter(Boolean)
    const result = paged(code === exitCodes.passed ? mcpTexts.valid(path) : mcpTexts.invalid(path), lines, cursor)
    return { text: 'text' in result ? result.text : '', ...(result.kind === 'problems' ? { isError: true as const } : {}) }
  },
})

import * as v from 'valibot'
import { counted } from '#engine/base/counted.ts'
import { indexOf } from '#engine/case-builder/project-index.ts'
import { stemOf, wordsOf } from '#engine/case-builder/words.ts'
import { cursor, project } from './arguments.ts'
import { caseLines } from './lines.ts'
import { findByName } from './find-by-name.ts'
import { dataOutput } from './output.ts'
import { paged } from './page.ts'
import { defineTool } from './tool.ts'

/** Lists suites and their cases. */
export const listCases = defineTool({
  name: 'list_cases',
  description: 'Suites and cases with ids, tags, requests and the statuses they expect. Filter by words or suite.',
  input: v.strictObject({
    query: v.optional(v.pipe(v.string(), v.maxLength(300)), ''),
    suite: v.optional(v.pipe(v.string(), v.description('Id or name'))),
    cursor,
    project,
  }),
  output: dataOutput,
  run({ query, suite: wanted, cursor: from }, { loaded, focus }) {
    const index = indexOf(loaded.project)
    const suites = wanted === undefined ? loaded.project.suites : [findByName('suite', wanted, loaded.project.suites)]
    const words = [...new Set(wordsOf(query).map(stemOf))]
    let shown = 0
    const lines = suites.flatMap((suite) => {
      const blocks = suite.cases.flatMap((one) => {
        const lines = caseLines(index, { suite, one }, focus.case === one.id)
        const known = new Set(wordsOf(lines.join(' ')).map(stemOf))
        return words.every((word) => known.has(word)) ? [lines] : []
      })
      shown += blocks.length
      if (blocks.length === 0 && words.length > 0) return []
      const mark = focus.suite === suite.id ? ' (in focus)' : ''
      return [`suite ${suite.name} [${suite.id}]${mark}`, ...blocks.flat()]
    })
    const total = index.cases.length
    const head =
      words.length > 0 || wanted !== undefined
        ? `${shown} of ${counted(total, 'case')}.`
        : `${counted(total, 'case')} in ${counted(suites.length, 'suite')}.`
    return { result: paged(head, lines, from) }
  },
})

import { compareRuns } from '#engine/compare/compare.ts'
import { describeComparison } from '#engine/compare/describe.ts'
import { compareTexts } from '#engine/compare/texts.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError, type Host } from '../host.ts'
import { parseOptions } from '../options/parse-options.ts'
import { readReport } from '../files/read-report.ts'
import { programTexts as texts } from '../texts.ts'

/** `assay compare A.json B.json`: compares two runs. Exit code 1 if there are new failures. */
export async function compare(args: string[], host: Host): Promise<number> {
  const { values, positionals } = parseOptions(args, { json: { type: 'boolean' } })
  const [earlier, later, more] = positionals
  if (earlier === undefined || later === undefined) throw new UsageError(texts.twoReports)
  if (more !== undefined) throw new UsageError(texts.unexpected(more))
  const [before, after] = await Promise.all([readReport(earlier), readReport(later)])
  if (before.project.id !== after.project.id) throw new UsageError(texts.otherProjects(before.project.name, after.project.name))
  const comparison = compareRuns(before, after)
  if (values.json) host.out.write(`${JSON.stringify(comparison, null, 2)}\n`)
  else {
    for (const { title, lines } of describeComparison(comparison)) {
      const width = Math.min(80, Math.max(...lines.map(({ where }) => where.length)))
      host.out.write(`${title}\n`)
      for (const { where, what, why } of lines)
        host.out.write(`  ${where.padEnd(width)}  ${what}\n${why === undefined ? '' : `    ${why.replaceAll('\n', '\n    ')}\n`}`)
      host.out.write('\n')
    }
    host.out.write(`${compareTexts.summary(comparison)}\n`)
  }
  return comparison.newFailures.length > 0 ? exitCodes.failed : exitCodes.passed
}

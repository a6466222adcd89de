import { maxDepth } from '#engine/base/encoding/json-depth.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import { apiDocumentTexts as texts } from './texts.ts'

/** Why a string can't be read as YAML: the problem and its line (from 1) where that is known. */
export interface YamlFailure {
  message: string
  line?: number
  /** It is YAML, of more than is read: aliases, circles of them, nesting. */
  excess?: true
}

/** What a YAML text says. */
export interface YamlText {
  value: unknown
  /** The first name that stands a second time in its mapping, and the line (from 1) of that. */
  repeated?: { name: string; line: number }
}

/** Aliases of one text: what generators and people write has some hundreds. */
const mostAliases = 10_000
/** Values that a string may contain when each alias is counted as expanded: a YAML bomb has billions. */
const mostValues = 5_000_000

/**
 * What a YAML 1.2 text says, as plain JSON values; merge keys (`<<`) are read, tags make only JSON's own types. Bombs of
 * aliases, circles and nesting past what JSON may have are rejected. Of a name that is duplicated the last one counts, as in
 * JSON: public descriptions have such, and other tools read them.
 */
export async function parseYaml(text: string): Promise<Result<YamlText, YamlFailure>> {
  const { CORE_SCHEMA, load, mergeTag } = await import('js-yaml')
  const options = {
    schema: CORE_SCHEMA.withTags(mergeTag),
    // Rejects names that stand twice; they are taken once one was met.
    json: false,
    maxDepth,
    maxAliases: mostAliases,
    maxTotalMergeKeys: 100_000,
  }
  let read = text
  let first: YamlFailure | undefined
  let repeated: YamlText['repeated']
  for (let budget = repairWork; ; budget -= read.length + repairCost) {
    try {
      const value: unknown = load(read, options)
      const why = expansionProblem(value)
      return why === undefined ? ok(repeated ? { value, repeated } : { value }) : fail({ message: why, excess: true })
    } catch (thrown) {
      const failure = failureOf(thrown)
      if (!options.json && failure.message.includes(twice) && failure.line !== undefined) {
        options.json = true
        repeated = { name: nameAt(read, thrown), line: failure.line }
        continue
      }
      first ??= failure
      if (failure.line === undefined || !failure.message.includes(underIndented) || budget <= 0) return fail(first)
      read = indented(read, failure.line)
    }
  }
}

/** What the parser says of a name that is duplicated. */
const twice = 'duplicated mapping key'

/** The name at which the parser stopped. */
function nameAt(text: string, thrown: unknown): string {
  const { mark } = thrown as { mark?: { position?: number } }
  return /^["']?([^:"'\n]*)/.exec(text.slice(mark?.position ?? 0))?.[1]?.trim() ?? ''
}

/** What the parser says of a line inside quotes or brackets that stands too far left: YAML forbids it, most parsers take it. */
const underIndented = 'deficient indentation'
/** Characters that are read again for such lines, and how many each time counts for at least. */
const repairWork = 10_000_000
const repairCost = 40_000
/** Further right than anything people write. */
const deepestIndent = 160

/** The text with a line (from 1) further right; inside quotes and brackets the space before a line means nothing. */
function indented(text: string, line: number): string {
  const lines = text.split('\n')
  lines[line - 1] = `${' '.repeat(deepestIndent)}${(lines[line - 1] ?? '').trimStart()}`
  return lines.join('\n')
}

function failureOf(thrown: unknown): YamlFailure {
  const { reason, mark } = (thrown ?? {}) as { reason?: unknown; mark?: { line?: unknown } }
  const at = typeof mark?.line === 'number' ? { line: mark.line + 1 } : {}
  const told = typeof reason === 'string' ? reason : ''
  const excess = limits.find(([limit]) => told.includes(limit))?.[1] ?? (thrown instanceof RangeError ? texts.tooDeep : undefined)
  return excess === undefined ? { message: told || texts.notYaml, ...at } : { message: excess, ...at, excess: true }
}

/** The parser's own limits, by what it says of them. */
const limits: readonly (readonly [string, string])[] = [
  ['maxAliases', texts.tooManyAliases(mostAliases)],
  ['maxTotalMergeKeys', texts.bomb],
  ['maxDepth', texts.tooDeep],
]

/** What keeps a value with shared parts from being written out as JSON. Each part is looked at once. */
function expansionProblem(root: unknown): string | undefined {
  const sizes = new Map<object, { values: number; depth: number } | 'open'>()
  let problem: string | undefined
  const measure = (value: unknown): { values: number; depth: number } => {
    if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 }
    const known = sizes.get(value)
    if (known === 'open') problem ??= texts.circular
    if (known !== undefined) return known === 'open' ? { values: 1, depth: 0 } : known
    sizes.set(value, 'open')
    const size = { values: 1, depth: 0 }
    for (const one of Object.values(value)) {
      const inner = measure(one)
      size.values += inner.values
      size.depth = Math.max(size.depth, inner.depth)
    }
    size.depth++
    sizes.set(value, size)
    return size
  }
  const { values, depth } = measure(root)
  if (problem !== undefined) return problem
  if (values > mostValues) return texts.bomb
  return depth > maxDepth ? texts.tooDeep : undefined
}

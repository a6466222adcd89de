import type { RE2JS } from 're2js'
import { AssayError, textOf } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import { limit } from '#engine/base/work-limit.ts'
import { checkTexts as texts } from './texts.ts'

/**
 * Regular expressions of users, matched in linear time (R39): the same engine (RE2) in a worker and in Node, loaded when
 * the first one is needed. JavaScript's syntax without what can't be linear: backreferences and lookaheads.
 */
export interface Regex {
  test(text: string): boolean
  /** The first group of the first match, the whole match if there is no group, undefined without a match. */
  capture(text: string): string | undefined
}

/** Characters times states that take about 25 ms in the worst case. */
const longestWork = 2_000_000
/** Characters times repetitions that are compiled in that time. */
const largestProgram = 50_000
const longestPattern = 5_000
const cacheSize = 500

const cache = new Map<string, Regex>()
let engine: typeof RE2JS | undefined

/** A compiled pattern: at once when it was used before. Rejects with AssayError `bad-expression`. */
export function regexFor(pattern: string): Regex | Promise<Regex> {
  const known = cache.get(pattern)
  if (known) return known
  return engine ? remember(pattern, engine) : loadAndCompile(pattern)
}

async function loadAndCompile(pattern: string): Promise<Regex> {
  engine ??= (await import('re2js')).RE2JS
  return remember(pattern, engine)
}

function remember(pattern: string, loaded: typeof RE2JS): Regex {
  const compiled = compile(pattern, loaded)
  if (cache.size >= cacheSize) cache.clear()
  cache.set(pattern, compiled)
  return compiled
}

function compile(pattern: string, loaded: typeof RE2JS): Regex {
  if (pattern.length > longestPattern)
    throw new AssayError('bad-expression', texts.patternTooLong(pattern.length), {
      hint: texts.patternTooLongHint(longestPattern),
    })
  limit(pattern.length * repetitionsOf(pattern) > largestProgram)
  const program = parse(pattern, loaded)
  const guard = (text: string): void => {
    limit(text.length * program.programSize() > longestWork)
  }
  return {
    test(text) {
      guard(text)
      return program.matcher(text).find()
    },
    capture(text) {
      guard(text)
      const matcher = program.matcher(text)
      if (!matcher.find()) return undefined
      return matcher.group(program.groupCount() > 0 ? 1 : 0) ?? undefined
    },
  }
}

/** How often its largest repetition is written out, at most: the engine takes no more than 1,000, of those in one another neither. */
const repetitionsOf = (pattern: string): number =>
  Math.min(
    1_000,
    [...pattern.matchAll(/\{(?:\d+,)?(\d{1,4})/g)].reduce((most, [, count]) => most * Math.max(1, Number(count)), 1),
  )

/** Constructs that no linear-time engine has; the named backreference would be read as something else. */
const unsupported = /\(\?[=!]|\\[1-9]|\\k</

function parse(pattern: string, loaded: typeof RE2JS): RE2JS {
  try {
    if (/\\k</.test(pattern)) throw new Error('backreference')
    return loaded.compile(loaded.translateRegExp(pattern), loaded.LOOKBEHINDS)
  } catch (error) {
    throw new AssayError('bad-expression', texts.badPattern(short(pattern)), {
      hint: unsupported.test(pattern) ? texts.unsupportedPatternHint : texts.badPatternHint,
      // What follows is a part of the pattern, and may be half of a secret.
      cause: textOf(error)
        .replace(/^error parsing regexp: /, '')
        .replace(/: `.*/s, ''),
    })
  }
}

const short = (pattern: string): string => excerpt(pattern, 200)

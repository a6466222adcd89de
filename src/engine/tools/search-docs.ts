import * as v from 'valibot'
import { headingAnchor } from '#engine/base/heading-anchor.ts'
import { dataOutput } from './output.ts'
import { cutText, foreign, mostBytes, paged, problem } from './page.ts'
import { defineTool } from './tool.ts'
import type { DocPage } from './tool-session.ts'

/** A part of a page below one heading. */
interface Section {
  /** `docs/oauth2.md#endpoints`. */
  link: string
  title: string
  lines: string[]
}

/** Sections that a result shows at most. */
const mostSections = 3
const mostOfSection = Math.floor((mostBytes - 800) / mostSections)

/** The sections of the help pages that are about something. */
export const searchDocs = defineTool({
  name: 'search_docs',
  description:
    'Help pages of Assay: how to do something in it ("run in CI", "client certificate"). Answer only from them; put the link into "about".',
  input: v.strictObject({
    query: v.pipe(v.string(), v.trim(), v.minLength(1, 'is empty'), v.maxLength(200), v.description('English')),
  }),
  output: dataOutput,
  needsNoProject: true,
  async run({ query }, { session }) {
    const pages = (await session.docs?.()) ?? []
    if (pages.length === 0) return { result: problem('The help pages are not available here. Say so with answer.') }
    const found = best(pages.flatMap(sectionsOf), wordsOf(query)).slice(0, mostSections)
    if (found.length === 0)
      return {
        result: paged(
          `No help page mentions "${foreign(query, 80)}". The pages:`,
          pages.map((page) => `docs/${page.name}.md: ${titleOf(page)}`),
        ),
      }
    const lines = found.flatMap(({ link, title, lines: text }) => [
      `${link}: ${title}`,
      ...cutText(text.join('\n'), mostOfSection).split('\n'),
      '',
    ])
    return { result: paged('Sections of the help, best first.', lines) }
  },
})

const titleOf = ({ name, text }: DocPage): string => /^# (.+)$/m.exec(text)?.[1] ?? name

function sectionsOf(page: DocPage): Section[] {
  const title = titleOf(page)
  const sections: Section[] = []
  let isCode = false
  for (const line of page.text.split(/\r?\n/)) {
    if (line.startsWith('```')) isCode = !isCode
    const heading = isCode ? undefined : /^#{1,3} (.+)$/.exec(line)?.[1]?.replaceAll(/[`*]/g, '')
    if (heading !== undefined || sections.length === 0) {
      const isFirst = sections.length === 0
      sections.push({
        link: `docs/${page.name}.md${isFirst ? '' : `#${headingAnchor(heading ?? '')}`}`,
        title: isFirst ? title : `${title} > ${heading}`,
        lines: [],
      })
    }
    if (heading === undefined && line.trim() !== '') sections.at(-1)?.lines.push(line)
  }
  return sections.filter(({ lines }) => lines.length > 0)
}

/** Words that say nothing of what is looked for. */
const emptyWords = new Set(
  'a an and are as assay can do does for from how i in is it my of on or the to use using with'.split(' '),
)

/** Words as they are compared: without the endings of plurals and of verbs. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !emptyWords.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word))

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Sections with words of the query: rare words count more, and in a title more than in the text. */
function best(sections: readonly Section[], query: readonly string[]): Section[] {
  const counted = sections.map((section) => ({
    section,
    title: new Set(wordsOf(section.title)),
    text: countsOf(wordsOf(section.lines.join(' '))),
  }))
  const weights = [...new Set(query)].map((word) => {
    const holders = counted.filter(({ title, text }) => title.has(word) || text.has(word)).length
    return [word, Math.log(1 + sections.length / (1 + holders))] as const
  })
  return counted
    .map(({ section, title, text }) => ({
      section,
      score: weights.reduce(
        (sum, [word, weight]) => sum + weight * ((title.has(word) ? 4 : 0) + Math.min(3, text.get(word) ?? 0)),
        0,
      ),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ section }) => section)
}

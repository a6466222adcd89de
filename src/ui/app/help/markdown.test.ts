import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { headingAnchor } from '#engine/base/heading-anchor.ts'
import { parseMarkdown, type Block, type Inline } from './markdown.ts'
import { helpPages } from '../../page/help-pages.ts'

const textOf = (inner: readonly Inline[]): string =>
  inner.map((piece) => ('text' in piece ? piece.text : textOf(piece.inner))).join('')
const linksIn = (inner: readonly Inline[]): string[] =>
  inner.flatMap((piece) => ('text' in piece ? [] : [...(piece.kind === 'link' ? [piece.to] : []), ...linksIn(piece.inner)]))
const linesOf = (block: Block): Inline[][] =>
  block.kind === 'list'
    ? block.items.flat().flatMap(linesOf)
    : block.kind === 'table'
      ? [...block.head, ...block.rows.flat()]
      : block.kind === 'code' || block.kind === 'picture'
        ? []
        : [block.inner]

const read = (name: string) => parseMarkdown(readFileSync(`docs/${name}.md`, 'utf8'))

test('[P1] reads headings, lists in lists, tables, code and links', () => {
  const blocks = parseMarkdown(
    '# A *b*\n\ntext\nof `c|d` [link](data.md#x)\n\n- one\n  more\n  - inner\n- two\n\n| a | b |\n|---|---|\n| `x` | y |\n\n```js\nf()\n```\n',
  )
  expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'list', 'table', 'code'])
  expect(blocks[1]).toMatchObject({
    inner: [{ text: 'text of ' }, { kind: 'code', text: 'c|d' }, {}, { kind: 'link', to: 'data.md#x' }],
  })
  expect(blocks[2]).toMatchObject({ items: [[{ kind: 'paragraph' }, { kind: 'list', items: [[{}]] }], [{}]] })
  expect(blocks[4]).toEqual({ kind: 'code', text: 'f()' })
})

test.each(helpPages.map(({ name }) => name))(
  '[P1] %s leaves nothing of Markdown in what people read, and its links lead somewhere',
  (name) => {
    const blocks = read(name)
    expect(blocks[0]).toMatchObject({ kind: 'heading', level: 1 })
    const lines = blocks.flatMap(linesOf)
    for (const line of lines) expect(textOf(line), name).not.toMatch(/\*\*|\]\(|^#|```/)
    for (const block of blocks) {
      if (block.kind !== 'picture') continue
      expect(existsSync(`docs/${block.file}`), block.file).toBe(true)
      expect(block.alt).not.toBe('')
    }
    for (const to of lines.flatMap(linksIn)) {
      const [, page, anchor] = /^([\w-]+)\.md(?:#(.*))?$/.exec(to) ?? []
      if (page === undefined) continue
      expect(existsSync(`docs/${page}.md`), to).toBe(true)
      if (anchor)
        expect(
          read(page).flatMap((block) => (block.kind === 'heading' ? [headingAnchor(textOf(block.inner))] : [])),
          to,
        ).toContain(anchor)
    }
  },
)

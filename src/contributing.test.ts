import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

// What documents say of files is true: a file that moves takes its name in them along.

const root = resolve(import.meta.dirname, '..')
const made = new Set(['node_modules', 'dist', 'test-results', '.git', '.ci'])

const entriesOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !made.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? [`${path}/`, ...entriesOf(path)] : [path]
    })

/** Every file, and every folder with a `/` behind it. */
const all = entriesOf('').map((path) => path.replaceAll('\\', '/'))
const documents = all.filter((path) => path.endsWith('.md'))
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** `a/{b,c}.ts` stands for two paths. */
function spelledOut(path: string): string[] {
  const [whole, choices] = /\{([^{}]*)\}/.exec(path) ?? []
  if (whole === undefined || choices === undefined) return [path]
  return choices.split(',').flatMap((choice) => spelledOut(path.replace(whole, choice)))
}

/** What stands in a document as code and is a path: of a file with an ending, or of a folder with a `/` behind it; in drawings of a source. */
function pathsIn(text: string): string[] {
  const fenced = /^```.*?^```/gms
  const drawn = (text.match(fenced) ?? []).flatMap((drawing) => drawing.match(/[\w-]+(\/[\w-]+)*(\.\w+)*\.tsx?\b/g) ?? [])
  const prose = text.replaceAll(fenced, '')
  const code = Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, found = '']) => found)
  const path = /^[\w.@<>{}[\],*/-]*[\w>}](\.(tsx?|mjs|js|json|md|css|html|aprj)|\/)$/
  return [...drawn, ...code.filter((one) => path.test(one))].flatMap(spelledOut)
}

/** A placeholder such as `<kind>` stands for any name. */
const patternOf = (path: string): string =>
  path
    .split(/<[\w-]+>|\*/)
    .map((part) => part.replaceAll(/[.[\]/]/g, String.raw`\$&`))
    .join('[^/]+')

/** Whether there is such a path, from the root; with `below` from any folder. */
function isThere(path: string, below = false): boolean {
  const pattern = new RegExp(`${below ? '(^|/)' : '^'}${patternOf(path)}$`)
  return all.some((one) => pattern.test(one))
}

/** Whether a document beside the code names a file as its readers would look for it. */
const isFound = (document: string, path: string): boolean =>
  made.has(path.replace(/\/.*/, '')) ||
  (path.startsWith('.') ? isThere(join(dirname(document), path).replaceAll('\\', '/')) : isThere(path, true))

describe('documents', () => {
  it('CONTRIBUTING.md names files that are there, by their whole paths', () => {
    const paths = pathsIn(textOf('CONTRIBUTING.md')).filter((path) => path.includes('/'))
    expect(paths.length).toBeGreaterThan(50)
    expect(paths.filter((path) => !isThere(path))).toEqual([])
  })

  it('those beside the code, of the architecture and of decisions name files that are there', () => {
    // Other documents name what servers and builds make.
    const ofTheCode = documents.filter((path) => /^(src|e2e)\/.*README\.md$|^docs\/(architecture|decisions\/.*)\.md$/.test(path))
    expect(ofTheCode.length).toBeGreaterThan(20)
    const wrong = ofTheCode.flatMap((document) =>
      pathsIn(textOf(document)).flatMap((path) => (isFound(document, path) ? [] : [`${document}: ${path}`])),
    )
    expect(wrong).toEqual([])
  })

  it('links lead to what is there', () => {
    expect(documents.flatMap(brokenLinks)).toEqual([])
  })
})

function brokenLinks(document: string): string[] {
  const links = Array.from(textOf(document).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? document : join(dirname(document), path)
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
  })
  return broken.map((link) => `${document}: ${link}`)
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(document: string): string[] {
  return Array.from(textOf(document).matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

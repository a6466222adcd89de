import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { API } from 'typescript/unstable/sync'
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

/** Code files by their paths from the root, without tests. */
const code = all.filter((path) => /^src\/.*\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))

/** What TypeScript reports on some files with others in the place of theirs or added: file and message, in the order of `files`. */
function typeErrors(files: readonly string[], changed: Record<string, string>): { file: string; text: string }[] {
  const config = join(root, 'config/tsconfig.added.json')
  const ambient = all.filter((path) => /^src\/.*\.d\.ts$/.test(path))
  const contents = new Map(Object.entries(changed).map(([path, text]) => [join(root, path), text]))
  const page = JSON.parse(textOf('config/tsconfig.page.json')) as object
  contents.set(config, JSON.stringify({ ...page, include: [], files: [...ambient, ...files].map((path) => `../${path}`) }))
  const folders = new Set(Array.from(contents.keys(), dirname))
  const compiler = new API({
    cwd: root,
    fs: {
      readFile: (path) => contents.get(path),
      fileExists: (path) => (contents.has(path) ? true : undefined),
      directoryExists: (path) => (folders.has(path) ? true : undefined),
    },
  })
  try {
    const program = compiler.updateSnapshot({ openProjects: [config] }).getProject(config)?.program
    if (program === undefined) throw new Error('TypeScript did not open the project.')
    return files.flatMap((file) => program.getSemanticDiagnostics(join(root, file)).map(({ text }) => ({ file, text })))
  } finally {
    compiler.close()
  }
}

/** The files in which, as a section says, the compiler requires a line. */
function requiredBy(title: string): string[] {
  const [, section = ''] = textOf('CONTRIBUTING.md').split(`\n## ${title}\n`)
  const steps = section.replace(/\n## [^]*/, '').split(/^\d+\. /m)
  return steps.flatMap((step) => pathsIn(step.split(/compiler\s+requires/)[1] ?? '')).toSorted()
}

/** A file with text before each of some places in it. */
const withBefore = (path: string, added: Record<string, string>): Record<string, string> => {
  const text = Object.entries(added).reduce((before, [place, more]) => before.replace(place, `${more}\n${place}`), textOf(path))
  return { [path]: text }
}

describe('an addition by CONTRIBUTING.md', () => {
  // Whatever must list every kind or predicate names the type of their names.
  const lists = code.filter((path) => /\b(StepKindId|PredicateName)\b|Step\['kind'\]/.test(textOf(path)))
  const errors = typeErrors(lists, {
    ...withBefore('src/engine/checks/facts.ts', { "  'is-uuid': {": "  'is-added': { title: 'is added', expects: 'none' }," }),
    ...withBefore('src/engine/steps/facts.ts', {
      'import { waitFacts }': "import { addedFacts } from './added/facts.ts'",
      '  wait: waitFacts': '  added: addedFacts,',
    }),
    ...withBefore('src/engine/steps/schemas.ts', {
      'import { waitSchema }': "import { addedSchema } from './added/schema.ts'",
      '  wait: waitSchema': '  added: addedSchema,',
    }),
    'src/engine/steps/added/facts.ts': textOf('src/engine/steps/wait/facts.ts')
      .replaceAll('Wait', 'Added')
      .replaceAll('wait', 'added'),
    'src/engine/steps/added/schema.ts': textOf('src/engine/steps/wait/schema.ts')
      .replaceAll('Wait', 'Added')
      .replaceAll('wait', 'added'),
  })

  it.each([
    ['A kind of step', 'added'],
    ['A predicate', 'is-added'],
  ])('%s: the compiler requires a line in each file that the page names, and in no other', (title, name) => {
    const missing = errors.filter(({ text }) => text.includes(`'${name}'`) || text.includes(`'"${name}"'`))
    expect([...new Set(missing.map(({ file }) => file))].toSorted()).toEqual(requiredBy(title))
  })

  it('the first error in each of these files names the missing line, and at most one follows it', () => {
    const firsts = errors.filter(({ file }, index) => errors.findIndex((one) => one.file === file) === index)
    expect(firsts.filter(({ text }) => !/^Property '"?(is-)?added"?' is missing/.test(text))).toEqual([])
    expect(errors.length).toBeLessThanOrEqual(2 * firsts.length)
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

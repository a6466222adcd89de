import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { API } from 'typescript/unstable/sync'
import { describe, expect, it } from 'vitest'
import { chunkPattern, chunks } from '../config/chunks.ts'
import { stepKindIds } from './engine/steps/facts.ts'

/**
 * Who may import whom: the third net. The rows are read from the innermost layer outwards; `packages` are the packages
 * besides the layer's own kind. The linter's overrides in .oxlintrc.json are made from this table (UPDATE_LINT=1 writes them).
 */
const table: Record<string, { layers: string[]; packages: string[] }> = {
  'engine/base': { layers: [], packages: [] },
  'engine/ports': { layers: ['engine/base'], packages: ['valibot'] },
  'engine/templates': { layers: ['engine/base', 'engine/ports'], packages: ['valibot', '@faker-js/faker'] },
  'engine/checks': {
    layers: ['engine/base', 'engine/ports'],
    packages: ['valibot', '@cfworker/json-schema', 'lossless-json', 're2js'],
  },
  'engine/extractors': {
    layers: ['engine/base', 'engine/ports', 'engine/checks'],
    packages: ['valibot', 'jsonpath-rfc9535', 'lossless-json', 'fontoxpath', 'slimdom'],
  },
  'engine/api': { layers: ['engine/base', 'engine/checks'], packages: ['js-yaml'] },
  'engine/oauth': {
    layers: ['engine/base', 'engine/ports'],
    packages: ['valibot', 'oauth4webapi', 'jose', 'pkijs', 'node-forge'],
  },
  'engine/scripting': {
    layers: ['engine/base', 'engine/ports'],
    packages: ['quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync'],
  },
  'script-api': { layers: ['engine/scripting'], packages: [] },
  'engine/steps': {
    layers: [
      'engine/base',
      'engine/ports',
      'engine/templates',
      'engine/checks',
      'engine/extractors',
      'engine/api',
      'engine/oauth',
      'engine/scripting',
    ],
    packages: ['valibot', 'aws4fetch'],
  },
  'engine/data': {
    layers: ['engine/base', 'engine/ports', 'engine/templates', 'engine/checks', 'engine/extractors', 'engine/steps'],
    packages: ['valibot', 'papaparse'],
  },
  'engine/design': {
    layers: ['engine/base', 'engine/templates', 'engine/checks', 'engine/api'],
    packages: ['valibot', 'slimdom'],
  },
  'engine/project': {
    layers: ['engine/base', 'engine/ports', 'engine/templates', 'engine/steps', 'engine/data', 'engine/design'],
    packages: ['valibot', 'immer', 'age-encryption'],
  },
  'engine/derived-tests': {
    layers: ['engine/base', 'engine/templates', 'engine/steps', 'engine/data', 'engine/design', 'engine/project'],
    packages: ['valibot'],
  },
  'engine/merge': { layers: ['engine/base', 'engine/project'], packages: [] },
  'engine/runner': {
    layers: ['engine/base', 'engine/ports', 'engine/templates', 'engine/steps', 'engine/data', 'engine/project'],
    packages: ['valibot'],
  },
  'engine/compare': { layers: ['engine/base', 'engine/runner', 'engine/steps'], packages: [] },
  'engine/reporters': {
    layers: ['engine/base', 'engine/ports', 'engine/compare', 'engine/project', 'engine/runner'],
    packages: [],
  },
  'engine/load': {
    layers: [
      'engine/base',
      'engine/ports',
      'engine/templates',
      'engine/checks',
      'engine/extractors',
      'engine/api',
      'engine/steps',
      'engine/data',
      'engine/project',
      'engine/runner',
      'engine/reporters',
    ],
    packages: ['valibot', 'jsonpath-rfc9535'],
  },
  'engine/importers': {
    layers: [
      'engine/base',
      'engine/templates',
      'engine/checks',
      'engine/extractors',
      'engine/api',
      'engine/steps',
      'engine/project',
      'engine/scripting',
    ],
    packages: ['valibot', 'acorn', 'fflate', 'slimdom', 'jsonc-parser'],
  },
  'engine/case-builder': {
    layers: [
      'engine/base',
      'engine/templates',
      'engine/checks',
      'engine/extractors',
      'engine/api',
      'engine/steps',
      'engine/data',
      'engine/design',
      'engine/project',
      'engine/derived-tests',
      'engine/importers',
    ],
    packages: ['valibot'],
  },
  'engine/tools': {
    layers: [
      'engine/base',
      'engine/templates',
      'engine/checks',
      'engine/extractors',
      'engine/api',
      'engine/steps',
      'engine/data',
      'engine/design',
      'engine/project',
      'engine/derived-tests',
      'engine/runner',
      'engine/load',
      'engine/case-builder',
    ],
    packages: ['valibot', '@valibot/to-json-schema'],
  },
  'engine/assistant': {
    layers: [
      'engine/base',
      'engine/ports',
      'engine/templates',
      'engine/checks',
      'engine/extractors',
      'engine/api',
      'engine/steps',
      'engine/data',
      'engine/design',
      'engine/project',
      'engine/derived-tests',
      'engine/importers',
      'engine/runner',
      'engine/case-builder',
      'engine/tools',
    ],
    packages: ['valibot'],
  },
  'engine/exporters': {
    layers: [
      'engine/base',
      'engine/templates',
      'engine/checks',
      'engine/extractors',
      'engine/api',
      'engine/scripting',
      'engine/steps',
      'engine/project',
      'engine/runner',
      'engine/load',
    ],
    packages: [],
  },
  'engine/tasks': {
    layers: [
      'engine/base',
      'engine/ports',
      'engine/checks',
      'engine/steps',
      'engine/importers',
      'engine/design',
      'engine/api',
      'engine/scripting',
    ],
    packages: [],
  },
  'platform/cookies': { layers: ['engine/base', 'engine/ports'], packages: ['tough-cookie'] },
  'platform/work': { layers: ['engine/base', 'engine/ports'], packages: [] },
  'platform/sqlite': { layers: ['engine/base', 'engine/ports'], packages: ['@sqlite.org/sqlite-wasm'] },
  relay: { layers: ['engine/base', 'engine/ports', 'engine/load', 'engine/runner'], packages: ['lossless-json'] },
  'platform/browser': { layers: ['engine/base', 'engine/ports', 'platform/sqlite', 'relay'], packages: [] },
  'platform/node': {
    layers: ['engine/base', 'engine/ports', 'platform/cookies', 'platform/sqlite', 'platform/work'],
    packages: ['undici', 'playwright-core', 'pg', 'mysql2', 'tedious'],
  },
  storage: { layers: ['engine/base', 'engine/project', 'engine/runner', 'engine/load'], packages: ['dexie'] },
  sandbox: { layers: ['engine/base', 'engine/ports'], packages: ['jose'] },
  'assistant/remote': { layers: ['engine/base', 'engine/ports'], packages: [] },
  'assistant/browser': { layers: ['engine/base', 'engine/ports'], packages: ['@mlc-ai/web-llm', '@wllama/wllama'] },
  workers: {
    layers: [
      'engine',
      'platform/cookies',
      'platform/sqlite',
      'platform/work',
      'platform/browser',
      'relay',
      'storage',
      'assistant',
      'sandbox',
    ],
    packages: ['comlink', '@jitl/quickjs-wasmfile-release-sync'],
  },
  ui: {
    layers: ['engine', 'storage', 'workers'],
    packages: ['solid-js', 'lucide-solid', 'monaco-editor', 'jsonc-parser', 'uqr', 'workbox-window'],
  },
  companion: {
    layers: ['engine', 'platform/cookies', 'platform/node', 'relay', 'assistant/remote', 'sandbox'],
    packages: ['@modelcontextprotocol/server', 'oidc-provider', 'jose', 'picomatch', 'undici', 'valibot', 'ws'],
  },
}

/**
 * The rooms of `ui`, each with the name of its folder: one knows only those before it, types included (src/ui/README.md says what
 * is in each).
 */
const rooms = ['components', 'page', 'steps', 'run', 'project', 'assistant', 'app', 'report']

/** Modules of the engine that the page must not load: it shows events, it never runs a step. */
const notForThePage = [
  'engine/runner/run.ts',
  'engine/runner/plan/plan.ts',
  'engine/oauth/',
  'engine/steps/index.ts',
  ...stepKindIds().flatMap((id) => ['index', 'run'].map((name) => `engine/steps/${id}/${name}.ts`)),
]

/** Pure parts of those, which the page may load. */
const forThePage = [
  'engine/oauth/diagnosis/',
  'engine/oauth/record/',
  'engine/oauth/validation/',
  'engine/oauth/grants/facts.ts',
  'engine/oauth/grants/grant-facts.ts',
  'engine/oauth/advice.ts',
  'engine/oauth/provider/discovery-hosts.ts',
]

/**
 * Folders in which every entry is one variant of the same shape, registered in the list beside it. `tests`: the test that goes
 * through the list, where not every folder has its own. `besides`: folders that aren't variants.
 */
const lists: { folder: string; list: string; tests?: string; besides?: readonly string[] }[] = [
  ...['facts', 'texts', 'index'].map((name) => ({
    folder: 'src/engine/oauth/grants',
    list: `src/engine/oauth/grants/${name}.ts`,
    tests: 'src/engine/steps/oauth2/grants.test.ts',
  })),
  ...['facts', 'schemas', 'checks', 'index'].map((name) => ({
    folder: 'src/engine/steps',
    list: `src/engine/steps/${name}.ts`,
    besides: ['judging', 'conditions', 'keys'],
  })),
  {
    folder: 'src/engine/importers',
    list: 'src/engine/importers/index.ts',
    besides: ['scripts', 'request', 'variables', 'first-case'],
  },
  ...['schemas', 'index'].map((name) => ({
    folder: 'src/engine/design',
    list: `src/engine/design/${name}.ts`,
    besides: ['models'],
  })),
  ...['facts', 'schemas', 'index'].map((name) => ({
    folder: 'src/engine/data',
    list: `src/engine/data/${name}.ts`,
  })),
  { folder: 'src/engine/reporters', list: 'src/engine/reporters/index.ts' },
  { folder: 'src/ui/steps', list: 'src/ui/steps/index.ts', besides: ['nested', 'keys', 'rows', 'values', 'conditions'] },
]

const root = resolve(import.meta.dirname, '..')
const layerNames = Object.keys(table)

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name))

const layerOf = (path: string): string | undefined => layerNames.find((name) => path.startsWith(`src/${name}/`))

const within = (layer: string, allowed: string[]) => allowed.some((name) => layer === name || layer.startsWith(`${name}/`))

interface Import {
  file: string
  specifier: string
  typeOnly: boolean
}

const importPattern =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'"\n;]*?|\{[^}]*\}|[^'"]*?)\s*from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return [...source.matchAll(importPattern)].map((match) => ({
    file,
    specifier: match[3] ?? match[4] ?? match[5] ?? '',
    typeOnly: match[2] !== undefined,
  }))
}

/** The path below the root that an import means, or undefined for a package. */
function target({ file, specifier }: Import): string | undefined {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier))
  return undefined
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const all = filesBelow('src').flatMap(importsOf)

describe('the layers', () => {
  it('every file belongs to a layer, or is the composition root', () => {
    const strays = filesBelow('src').filter((file) => !layerOf(file) && !/^src\/(main\.tsx|pages\/)/.test(file))
    expect(strays).toEqual([])
  })

  for (const [layer, allowed] of Object.entries(table)) {
    const mine = all.filter(({ file }) => layerOf(file) === layer)

    it(`${layer} imports only the layers in its row`, () => {
      const wrong = mine.filter((one) => {
        const path = target(one)
        const other = path === undefined ? undefined : layerOf(path)
        return other !== undefined && other !== layer && !within(other, allowed.layers)
      })
      expect(wrong.map(({ file, specifier }) => `${file}: ${specifier}`)).toEqual([])
    })

    it(`${layer} imports only the packages in its row`, () => {
      const wrong = mine.filter((one) => {
        if (target(one) !== undefined || /^(virtual:|data:)/.test(one.specifier)) return false
        if (one.specifier.startsWith('node:')) return !/^(platform\/node|companion)$/.test(layer)
        return !allowed.packages.includes(packageOf(one.specifier))
      })
      // The schema generation and the fakes are part of the tests: development dependencies, never in a bundle.
      const mended = wrong.filter(
        ({ file, specifier }) =>
          specifier !== '@valibot/to-json-schema' &&
          !(['fast-check', 'fake-indexeddb'].includes(specifier) && file.includes('/testing/')),
      )
      expect(mended.map(({ file, specifier }) => `${file}: ${specifier}`)).toEqual([])
    })
  }

  it('a room of ui imports only the rooms before it', () => {
    const roomOf = (path: string | undefined) => /^src\/ui\/(\w+)\//.exec(path ?? '')?.[1]
    const strays = filesBelow('src/ui').filter((file) => !rooms.includes(roomOf(file) ?? ''))
    expect(strays).toEqual([])
    const wrong = all.filter((one) => {
      const [mine, other] = [roomOf(one.file), roomOf(target(one))]
      return mine !== undefined && other !== undefined && rooms.indexOf(other) > rooms.indexOf(mine)
    })
    expect(wrong.map(({ file, specifier }) => `${file}: ${specifier}`)).toEqual([])
  })

  it('a border is crossed by name: "#layer/…" across layers, relative inside one', () => {
    const wrong = all.filter((one) => {
      const path = target(one)
      const [mine, other] = [layerOf(one.file), path && layerOf(path)]
      if (!mine || !other) return false
      return one.specifier.startsWith('#') === (mine === other)
    })
    expect(wrong.map(({ file, specifier }) => `${file}: ${specifier}`)).toEqual([])
  })

  it('every import names a file that is there', () => {
    const wrong = all.filter((one) => {
      const path = target(one)
      return path !== undefined && !existsSync(join(root, path.replace(/\?.*$/, '')))
    })
    expect(wrong.map(({ file, specifier }) => `${file}: ${specifier}`)).toEqual([])
  })

  it('the page never loads what runs a step', () => {
    const wrong = all.filter(
      (one) =>
        layerOf(one.file) === 'ui' &&
        !one.typeOnly &&
        notForThePage.some((path) => target(one)?.startsWith(`src/${path}`)) &&
        !forThePage.some((path) => target(one)?.startsWith(`src/${path}`)),
    )
    expect(wrong.map(({ file, specifier }) => `${file}: ${specifier}`)).toEqual([])
  })
})

describe('the lists', () => {
  for (const { folder, list, tests, besides } of lists) {
    it(`every folder of ${folder} is registered in ${list} and tested`, () => {
      const registered = readFileSync(join(root, list), 'utf8')
      const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(
        (entry) => entry.isDirectory() && entry.name !== 'testing' && !besides?.includes(entry.name),
      )
      const missing = entries.filter(({ name }) => !registered.includes(`./${name}/`))
      expect(missing.map(({ name }) => name)).toEqual([])
      // One test that goes through the list does for all of its folders.
      if (tests !== undefined) return expect(existsSync(join(root, tests))).toBe(true)
      const needTests = folder.startsWith('src/engine/')
      const untested = entries.filter(({ name }) => {
        const files = readdirSync(join(root, folder, name), { recursive: true, encoding: 'utf8' })
        return needTests && !files.some((file) => file.endsWith('.test.ts'))
      })
      expect(untested.map(({ name }) => name)).toEqual([])
    })
  }
})

describe('the size of folders', () => {
  it('no folder of src has more than 26 code files', () => {
    const sizes = new Map<string, number>()
    for (const name of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }))
      if (/\.(tsx?|css|mjs)$/.test(name) && !/\.test\.tsx?$/.test(name))
        sizes.set(dirname(name), (sizes.get(dirname(name)) ?? 0) + 1)
    expect([...sizes].filter(([, size]) => size > 26)).toEqual([])
  })

  it('the root has no more than 20 files', () => {
    const made = /^\.git$|\.(log|tgz|tsbuildinfo)$|^\.env/
    const files = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile() && !made.test(entry.name))
    expect(files.map(({ name }) => name).slice(20)).toEqual([])
  })

  it('small files are in their importers: at most 55 have fewer than 25 lines and a single importer', () => {
    const importers = new Map<string, Set<string>>()
    for (const one of all) {
      const path = target(one)
      if (path !== undefined) importers.set(path, (importers.get(path) ?? new Set()).add(one.file))
    }
    const small = [...importers].flatMap(([file, [first, ...others]]) =>
      first !== undefined && others.length === 0 && dirname(first) === dirname(file) ? [file] : [],
    )
    const lines = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1
    expect(small.filter((file) => existsSync(join(root, file)) && lines(file) < 25).length).toBeLessThanOrEqual(55)
  })
})

describe('commits', () => {
  const { status, stdout } = spawnSync('git', ['log', '-50', '--no-merges', '--format=%s'], { cwd: root, encoding: 'utf8' })

  // An unpacked archive has no history.
  it.skipIf(status !== 0)('the last 50 subjects have at most 72 characters', () => {
    expect(stdout.split('\n').filter((subject) => subject.length > 72)).toEqual([])
  })
})

describe('exported names', () => {
  it('at most 19 are defined in three files or more', () => {
    const definedIn = new Map<string, Set<string>>()
    const pattern = /^export (?:async )?(?:const|function\*?|class|interface|type|enum|let) (\w+)/gm
    for (const file of filesBelow('src'))
      for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(pattern))
        definedIn.set(name, (definedIn.get(name) ?? new Set()).add(file))
    expect([...definedIn].filter(([, files]) => files.size > 2).length).toBeLessThanOrEqual(19)
  })
})

describe('the chunks of the page', () => {
  const source = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `src/${name}`)

  it('each path in the list exists', () => {
    const paths = chunks.flatMap(({ modules }) => modules)
    const missing = paths.filter((path) => {
      const pattern = chunkPattern({ name: '', modules: [path] })
      return !existsSync(join(root, path.replace(/\?.*$/, ''))) && !source.some((file) => pattern.test(`/${file}`))
    })
    expect(missing).toEqual([])
  })

  it('no module is in two of them', () => {
    const patterns = chunks.map(chunkPattern)
    expect(source.filter((file) => patterns.filter((pattern) => pattern.test(`/${file}`)).length > 1)).toEqual([])
  })
})

/**
 * Names that only their own folder compares with: who wants to know something of a grant, a predicate or a source asks its facts.
 * `mine`: the last word of what is compared.
 */
const asked: { what: string; folder: string; mine: string }[] = [
  { what: 'a grant', folder: 'src/engine/oauth/grants/', mine: 'grantType|grant' },
  { what: 'a predicate', folder: 'src/engine/checks/', mine: 'is|predicate' },
  { what: 'a source', folder: 'src/engine/extractors/', mine: 'source' },
]

/** A function of one of these shapes is unused unless the list of its folder contains it. */
const judged = /export const (\w+)(?:: (?:Predicate|Extractor)\b| = (?:textOnly|ordered)\()/g

describe('the facts', () => {
  for (const folder of ['src/engine/checks', 'src/engine/extractors'])
    it(`every predicate and source of ${folder} is registered in its list`, () => {
      const registered = readFileSync(join(root, folder, 'index.ts'), 'utf8')
      const names = filesBelow(folder).flatMap((file) =>
        Array.from(readFileSync(join(root, file), 'utf8').matchAll(judged), ([, name]) => name),
      )
      expect(names.length).toBeGreaterThan(9)
      expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(registered))).toEqual([])
    })

  for (const { what, folder, mine } of asked)
    it(`only its own folder compares ${what} with a name`, () => {
      const compared = [
        new RegExp(`(?<![\\w-])(${mine})\\)?\\s*[!=]==?\\s*['"\x60]`),
        new RegExp(`['"\x60]\\s*[!=]==?\\s*[\\w.?()[\\]]*\\b(${mine})\\b(?![.(?])`),
        new RegExp(`switch \\([\\w.?]*\\b(${mine})\\)`),
        new RegExp(`\\]\\.includes\\([\\w.?]*\\b(${mine})\\)`),
      ]
      const wrong = filesBelow('src')
        .filter((file) => !file.startsWith(folder))
        .flatMap((file) =>
          readFileSync(join(root, file), 'utf8')
            .split('\n')
            .filter((line) => !/^\s*(\*|\/[/*])/.test(line) && compared.some((pattern) => pattern.test(line)))
            .map((line) => `${file}: ${line.trim()}`),
        )
      expect(wrong).toEqual([])
    })
})

/** A place in a file at which the name of a kind of step is compared with something. */
interface KindComparison {
  file: string
  line: string
  /** Where what is compared ends with a name; undefined if the text alone decides. */
  position: number | undefined
}

/** Where a text compares something with the name of a kind. */
function kindComparisons(file: string, text: string): KindComparison[] {
  const name = `['"\x60](?:${stepKindIds().join('|')})['"\x60]`
  const compared = new RegExp(
    `(\\w+)?[)\\]!]*\\s*[!=]==?\\s*${name}|${name}\\s*[!=]==?\\s*(?:[\\w!]+\\??\\.)*(\\w+)?|\\bcase ${name}|<[^<>]*\\{ kind: ${name} \\}>`,
    'g',
  )
  return Array.from(text.matchAll(compared), (match): KindComparison => {
    const [whole, before, after] = match
    const lineStart = text.lastIndexOf('\n', match.index) + 1
    const line = text.slice(lineStart, `${text}\n`.indexOf('\n', match.index)).trim()
    if (before !== undefined) return { file, line, position: match.index }
    if (after !== undefined) return { file, line, position: match.index + whole.length - after.length }
    const head = whole.startsWith('case')
      ? Array.from(text.slice(0, match.index).matchAll(/switch \((?:[\w!]+\??\.)*(\w+)\)/g)).at(-1)
      : undefined
    return { file, line, position: head && head.index + head[0].length - 1 - (head[1] ?? '').length }
  }).filter(({ line }) => !/^(\*|\/[/*])/.test(line))
}

/** Those of some comparisons that may be of a step: the compared type has no value that is the name of no kind. */
function ofSteps(comparisons: KindComparison[], added: Record<string, string> = {}): KindComparison[] {
  if (comparisons.length === 0) return []
  const config = join(root, 'config/tsconfig.compared.json')
  const files = comparisons.map(({ file }) => join(root, file))
  const contents = new Map(Object.entries(added).map(([file, text]) => [join(root, file), text]))
  contents.set(config, JSON.stringify({ extends: './tsconfig.base.json', compilerOptions: { jsx: 'preserve' }, files }))
  const compiler = new API({
    cwd: root,
    fs: { readFile: (path) => contents.get(path), fileExists: (path) => (contents.has(path) ? true : undefined) },
  })
  try {
    const project = compiler.updateSnapshot({ openProjects: [config] }).getProject(config)
    const kinds: readonly string[] = stepKindIds()
    return comparisons.filter(({ file, position }) => {
      const type = position === undefined ? undefined : project?.checker.getTypeAtPosition(join(root, file), position)
      const members = type?.isUnionType() ? type.getTypes() : type ? [type] : []
      return !members.some((one) => one.isStringLiteralType() && !kinds.includes(one.value))
    })
  } finally {
    compiler.close()
  }
}

describe('the kinds of steps', () => {
  it("only a kind's own folders compare a step with its name", () => {
    const own = stepKindIds().flatMap((id) => [`src/engine/steps/${id}/`, `src/ui/steps/${id}/`])
    const found = filesBelow('src')
      .filter((file) => !own.some((folder) => file.startsWith(folder)))
      .flatMap((file) => kindComparisons(file, readFileSync(join(root, file), 'utf8')))
    expect(ofSteps(found).map(({ file, line }) => `${file}: ${line}`)).toEqual([])
  })

  it('the type decides whether a comparison is of a step', () => {
    const file = 'src/engine/oauth/compared.ts'
    const text = [
      "import type { AnyStep } from '../steps/schemas.ts'",
      "export const other = (event: { kind: 'note' | 'wait' }) => event.kind === 'wait'",
      "export const step = (one: AnyStep) => one.kind === 'wait'",
      "export const reversed = (one: AnyStep) => 'sql' !== one.kind",
      "export function cases(one: AnyStep, event: { kind: 'note' | 'jwt' }): number {",
      '  switch (event.kind) {',
      "    case 'jwt': return 1",
      '  }',
      '  switch (one.kind) {',
      "    case 'assertion': return 2",
      '  }',
      '  return 3',
      '}',
    ].join('\n')
    const refused = ofSteps(kindComparisons(file, text), { [file]: text }).map(({ line }) => line)
    expect(refused).toEqual([
      "export const step = (one: AnyStep) => one.kind === 'wait'",
      "export const reversed = (one: AnyStep) => 'sql' !== one.kind",
      "case 'assertion': return 2",
    ])
  })
})

describe('circles', () => {
  it('no imports form a circle, type imports included', () => {
    const next = new Map(filesBelow('src').map((file) => [file, new Set<string>()]))
    for (const one of all) {
      const path = target(one)
      if (path !== undefined && next.has(path)) next.get(one.file)?.add(path)
    }
    // What imports nothing that is left, or is imported by nothing that is left, is in no circle.
    for (let left = -1; left !== next.size;) {
      left = next.size
      const imported = new Set([...next.values()].flatMap((paths) => [...paths]))
      for (const [file, paths] of next) if (!imported.has(file) || ![...paths].some((path) => next.has(path))) next.delete(file)
    }
    expect(Array.from(next, ([file, paths]) => `${file} -> ${[...paths].filter((path) => next.has(path)).join(', ')}`)).toEqual(
      [],
    )
  })
})

describe('the linter', () => {
  it('refuses the imports that the table refuses', () => {
    const path = join(root, '.oxlintrc.json')
    const config = JSON.parse(readFileSync(path, 'utf8')) as { overrides?: unknown[] }
    const expected = lintOverrides()
    if (process.env.UPDATE_LINT) writeFileSync(path, `${JSON.stringify({ ...config, overrides: expected }, null, 2)}\n`)
    else expect(config.overrides).toEqual(expected)
  })
})

/** `.oxlintrc.json`'s overrides: imports against the table, and what the engine asks ports for. */
function lintOverrides(): unknown[] {
  const borders = Object.entries(table).map(([layer, { layers }]) => {
    const refused = layerNames.filter((name) => name !== layer && !within(name, layers))
    return {
      files: [`src/${layer}/**`],
      excludeFiles: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns:
              refused.length === 0 ? [] : [{ regex: `^#(${refused.join('|')})/`, message: `${layer} may not know this layer.` }],
          },
        ],
      },
    }
  })
  const hostGlobals = ['fetch', 'setTimeout', 'setInterval', 'queueMicrotask', 'performance', 'process', 'window', 'document']
  return [
    ...borders,
    {
      files: ['src/engine/**'],
      excludeFiles: ['src/**/*.test.ts', 'src/engine/**/testing/**'],
      rules: {
        'no-restricted-globals': ['error', ...hostGlobals.map((name) => ({ name, message: 'The engine asks a port.' }))],
        'no-restricted-properties': [
          'error',
          { object: 'Date', property: 'now', message: 'Use the Clock port.' },
          { object: 'Math', property: 'random', message: 'Use the Random port, or the seeded draws of templates.' },
          { object: 'crypto', property: 'randomUUID', message: 'Use the Random port.' },
          { object: 'crypto', property: 'getRandomValues', message: 'Use the Random port.' },
        ],
      },
    },
    { files: ['scripts/**', 'attack/**', 'bench/**', 'src/companion/**', 'bin/**'], rules: { 'no-console': 'off' } },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**'],
      rules: { 'no-console': 'off', 'typescript/no-non-null-assertion': 'off' },
    },
  ]
}

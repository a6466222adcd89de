import type { OpenedFile } from '../open-source.ts'

/** Characters of a script with its modules: beyond, it is kept without them. */
const longest = 150_000

const relative = /\brequire\(\s*(['"`])(\.{1,2}\/[^'"`]+)\1\s*\)/g

/** A path without `.` and `..`; undefined if it leaves the collection. */
function normalized(path: string): string | undefined {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

/**
 * Puts the modules of a collection into the scripts that require them by a relative path, as Bruno finds them: from the
 * collection's folder, and between modules from their own. A script whose modules are missing stays unchanged.
 */
export function localModules(files: readonly OpenedFile[], base: string): (code: string) => string {
  const texts = new Map(
    files
      .filter(({ path }) => path.startsWith(base) && /\.(js|cjs|json)$/.test(path))
      .map((file) => [file.path.slice(base.length), file] as const),
  )
  const find = (from: string, name: string): string | undefined => {
    const path = normalized(from === '' ? name : `${from}/${name}`)
    return path === undefined ? undefined : [path, `${path}.js`, `${path}/index.js`].find((one) => texts.has(one))
  }
  return (code) => {
    if (!code.includes('require')) return code
    const bodies = new Map<string, string>()
    let isWhole = true
    const replaced = (text: string, from: string): string =>
      text.replace(relative, (whole, _quote, name: string) => {
        const path = find(from, name)
        if (path === undefined) isWhole = false
        else if (!bodies.has(path)) {
          bodies.set(path, '')
          bodies.set(path, bodyOf(path))
        }
        return path === undefined ? whole : `requireLocal(${JSON.stringify(path)})`
      })
    const bodyOf = (path: string): string => {
      const text = texts.get(path)?.text() ?? ''
      if (path.endsWith('.json')) return `module.exports = ${text}`
      if (/^\s*(import|export)\b/m.test(text)) isWhole = false
      return replaced(text, path.split('/').slice(0, -1).join('/'))
    }
    const own = replaced(code, '')
    if (bodies.size === 0 || !isWhole) return code
    const made = `${prelude([...bodies])}\n${own}`
    return made.length > longest ? code : made
  }
}

const prelude = (bodies: readonly (readonly [path: string, body: string])[]): string =>
  `// Modules of the collection
const requireLocal = ((files, loaded = {}) => (path) => {
  if (!loaded[path]) files[path]((loaded[path] = { exports: {} }), loaded[path].exports)
  return loaded[path].exports
})({
${bodies.map(([path, body]) => `${JSON.stringify(path)}(module, exports) {\n${body}\n},`).join('\n')}
})`

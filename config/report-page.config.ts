import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import solid from 'vite-plugin-solid'
import { gatherPackages } from '../scripts/third-party-notices.mjs'
import type { ReportPage } from '../src/engine/reporters/reporter.ts'

const name = 'virtual:report-page'
const entry = fileURLToPath(new URL('../src/ui/report/main.tsx', import.meta.url))

/**
 * `virtual:report-page`: the page inside of an HTML report as one script and one style, with their hashes for its Content Security
 * Policy. It is bundled on demand, by a build of its own.
 */
export function reportPage(): Plugin {
  let built: Promise<{ page: ReportPage; files: string[] }> | undefined
  return {
    name: 'assay-report-page',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined
      const { page, files } = await (built ??= bundle())
      for (const file of files) this.addWatchFile(file)
      return { code: `export default ${JSON.stringify(page)}`, moduleType: 'js' }
    },
    watchChange() {
      built = undefined
    },
  }
}

/** The page, and the files that it is made of. */
async function bundle(): Promise<{ page: ReportPage; files: string[] }> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [solid({ ssr: false }), gatherPackages],
    build: {
      write: false,
      target: 'es2023',
      cssCodeSplit: false,
      modulePreload: false,
      minify: 'oxc',
      rolldownOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
    },
  })
  const files = [output].flat().flatMap((one) => ('output' in one ? one.output : []))
  const script = files.find((file) => file.type === 'chunk')
  const style = files.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  if (script?.type !== 'chunk' || style?.type !== 'asset')
    throw new Error('The page of reports did not become a script and a style')
  const [code, css] = [inElement(script.code, 'script'), inElement(String(style.source), 'style')]
  return {
    page: { script: code, scriptHash: hashOf(code), style: css, styleHash: hashOf(css) },
    files: script.moduleIds.filter((id) => !id.startsWith('\0') && !id.includes('node_modules')),
  }
}

/** Text that can be the content of an element: nothing in it ends the element, or begins a comment that swallows its end. */
function inElement(text: string, element: 'script' | 'style'): string {
  const safe = text.trim().replaceAll(/<(?=\/(?:script|style)|!--)/gi, element === 'script' ? '\\x3c' : '\\3c ')
  return safe.replaceAll(/<(?=script)/gi, element === 'script' ? '\\x3c' : '\\3c ')
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

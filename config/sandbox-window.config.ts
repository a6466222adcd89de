import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { gatherPackages } from '../scripts/third-party-notices.mjs'

const entry = fileURLToPath(new URL('../src/pages/sandbox-window.ts', import.meta.url))
const page = new URL('../src/pages/sandbox-window.html', import.meta.url)

/** Where the page is found: the address that a login is sent to, and the one that a person types for a device. */
const addresses = ['authorize', 'device']

/** What a development server answers for the window: the page at its two addresses, and its script as Vite serves it. */
const inDevelopment: Plugin = {
  name: 'assay-sandbox-window-in-development',
  apply: 'serve',
  configureServer: ({ middlewares, config }) =>
    void middlewares.use((request, response, next) => {
      const path = request.url?.replace(/[?#].*$/s, '').slice(config.base.length)
      if (path === 'sandbox/window.js') request.url = `${config.base}src/pages/sandbox-window.ts`
      const name = addresses.find((one) => path === `sandbox/${one}.html`)
      if (name === undefined) return next()
      void readFile(page, 'utf8').then((text) => response.setHeader('content-type', 'text/html; charset=utf-8').end(text), next)
    }),
}

/** The sandbox's window, one page at its two addresses, and `sandbox/window.js`, its script: one file, by a build of its own, since it shares nothing with the page. */
export function sandboxWindow(): Plugin[] {
  const built: Plugin = {
    name: 'assay-sandbox-window',
    apply: 'build',
    async generateBundle() {
      const output = await build({
        configFile: false,
        logLevel: 'error',
        plugins: [gatherPackages],
        build: {
          write: false,
          target: 'es2023',
          modulePreload: false,
          minify: 'oxc',
          rolldownOptions: { input: entry, output: { format: 'es', codeSplitting: false } },
        },
      })
      const script = [output]
        .flat()
        .flatMap((one) => ('output' in one ? one.output : []))
        .find((file) => file.type === 'chunk')
      if (script?.type !== 'chunk') throw new Error("The sandbox's login window did not become a script")
      this.emitFile({ type: 'asset', fileName: 'sandbox/window.js', source: script.code })
      const source = await readFile(page, 'utf8')
      for (const name of addresses) this.emitFile({ type: 'asset', fileName: `sandbox/${name}.html`, source })
    },
  }
  return [built, inDevelopment]
}

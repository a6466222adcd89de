import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const entry = fileURLToPath(new URL('src/pages/sandbox-window.ts', import.meta.url))

/** `sandbox/window.js`, the script of the sandbox's login window: one file, by a build of its own, since it shares nothing with the page. */
export function sandboxWindow(): Plugin {
  return {
    name: 'assay-sandbox-window',
    apply: 'build',
    async generateBundle() {
      const output = await build({
        configFile: false,
        logLevel: 'error',
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
    },
  }
}

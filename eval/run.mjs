// `npm run eval`: judges the assistant by the requests of this folder, with the engine as its sources are (eval/README.md).
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const server = await createServer({
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
})
try {
  const { main } = await server.ssrLoadModule('/eval/eval.ts')
  process.exitCode = await main(process.argv.slice(2))
} finally {
  await server.close()
}

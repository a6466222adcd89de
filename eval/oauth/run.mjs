// `npm run eval:oauth`: makes mistakes at a provider that responds as many makes do, and judges how they are explained
// (docs/oauth-diagnosis.md). Options: --makes NAME[,NAME], --no-browser, --json FILE.
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { findBrowser, findHeadlessShell } from '../../scripts/browser.mjs'

if (!process.argv.includes('--no-browser')) {
  const browser = await findBrowser()
  process.env.CHROME_PATH = process.env.HEADLESS_SHELL_PATH ?? (await findHeadlessShell(browser)) ?? browser
}
const server = await createServer({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  configFile: false,
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
})
try {
  const { main } = await server.ssrLoadModule('/eval/oauth/lab.ts')
  process.exitCode = await main(process.argv.slice(2))
} finally {
  await server.close()
}

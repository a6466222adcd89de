// One attack in a process of its own, which may crash or hang: tells its parent of each try before it begins and when it has ended.
// Arguments: the attack's name, the first seed, milliseconds.
import { createServer, runnerImport } from 'vite'

const [name, seed, milliseconds] = process.argv.slice(2)
const { module: config } = await runnerImport('./config/report-page.config.ts')
const sources = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  plugins: [config.reportPage()],
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true, include: [] },
})
const { attacks, createDraw } = await sources.ssrLoadModule('/attack/index.ts')

const unhandled = []
for (const event of ['unhandledRejection', 'uncaughtException'])
  process.on(event, (error) => unhandled.push(`${event}: ${error instanceof Error ? error.stack : String(error)}`))

async function attack() {
  const started = await attacks[name].start()
  const end = performance.now() + Number(milliseconds)
  // Once at least: no time means one try.
  let at = Number(seed)
  do {
    process.send({ begun: at })
    const tried = await started.once(createDraw(at))
    process.send({ seed: at, ...tried, found: [...tried.found, ...unhandled.splice(0)] })
    at++
  } while (performance.now() < end)
  await started.close()
}

try {
  await attack()
} catch (error) {
  console.error(error)
  process.exit(1)
}
await sources.close()
process.send({ done: true }, () => process.exit(0))

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultPaths, runHostile, type Asks } from '../e2e/faults/hostile-run.ts'
import { largePaths, startLarge } from '../e2e/faults/large.ts'
import { startFaults } from '../e2e/faults/server.ts'
import type { Attack, Try } from './attack.ts'
import { startRawAnswers } from './raw-answers.ts'

/** How many damaged answers one run of the program gets. */
const atOnce = 40

/** Milliseconds after which a run is taken for one that hangs. */
const longest = 120_000

/** MiB that a run may take: four times the limit on bodies, and Node, the program and buffers besides. */
const mostMemory = 500

const gets = (more: object): Record<string, unknown> => ({
  kind: 'oauth2',
  grantType: 'ClientCredentials',
  clientId: 'orders',
  forceReauthentication: true,
  ...more,
})

/** In what a hostile answer is received. */
const uses: Readonly<Record<string, Asks>> = {
  'to a request': (url) => ({ kind: 'send-request', url, timeout: 3 }),
  'from a token endpoint': (url) => gets({ tokenEndpoint: url }),
  'from a token endpoint, with DPoP': (url) => gets({ tokenEndpoint: url, enableDpop: true }),
  'from discovery': (url) => gets({ discoveryEndpoint: url }),
  'from a device authorization endpoint': (url) =>
    gets({ grantType: 'DeviceCode', deviceAuthorizationEndpoint: url, tokenEndpoint: url, loginTimeout: 10 }),
}

/** Answers of servers that break the rules, to the built program with a heap of 256 MB. */
export const answers: Attack = {
  title: 'Hostile answers',
  about:
    'Answers damaged byte by byte (40 a run), and those of the fault server and of the large ones (endless, packed, stalled, 1 GB …), to the built `assay run` with a heap of 256 MB, as the answer to a request and of the endpoints of a provider. The run ends by itself with a documented code, JUnit and JSON are whole and name every case, memory stays under 500 MiB.',
  async start() {
    const [raw, faults, large] = [await startRawAnswers(), await startFaults(), await startLarge()]
    const folder = await mkdtemp(join(tmpdir(), 'assay-answers-'))
    const heavy = [...faultPaths.map((path) => `${faults.url}/${path}`), ...largePaths.map((path) => large.url + path)]
    return {
      async once(draw): Promise<Try> {
        const [use, asks] = draw.one(Object.entries(uses))
        if (draw.oneIn(4)) {
          const url = draw.one(heavy)
          return { row: `${new URL(url).pathname.slice(1)}`, found: await flaws([url], folder, asks) }
        }
        const first = draw.below(1_000_000_000)
        const urls = Array.from({ length: atOnce }, (_, index) => `${raw.url}/${first + index}`)
        return { row: `damaged, ${use}`, count: atOnce, found: await flaws(urls, folder, asks) }
      },
      async close() {
        raw.close()
        large.close()
        await faults.close()
        await rm(folder, { recursive: true })
      },
    }
  },
}

async function flaws(urls: readonly string[], folder: string, asks: Asks): Promise<string[]> {
  const { code, peak, printed, junit, outcomes } = await runHostile(urls, folder, asks, longest)
  const found: string[] = []
  if (![0, 1, 3].includes(code ?? -1)) found.push(`ended with ${code}: ${printed.slice(-600)}`)
  if (!junit.endsWith('</testsuites>\n')) found.push(`JUnit ends with ${junit.slice(-40)}`)
  if (junit.match(/<testcase /g)?.length !== urls.length) found.push('JUnit does not name every case')
  if (outcomes.length !== urls.length || outcomes.some((outcome) => !/^(passed|failed|broken)$/.test(outcome)))
    found.push(`the outcomes are ${outcomes.join()}`)
  if (peak > mostMemory) found.push(`${Math.round(peak)} MiB`)
  const fault = /internal error|TypeError|RangeError|Cannot read|is not a function/i.exec(printed)
  if (fault !== null) found.push(`it says: ${printed.slice(Math.max(0, fault.index - 200), fault.index + 300)}`)
  return found.map((flaw) => `${flaw} (${urls[0]} and ${urls.length - 1} more)`)
}

import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import solid from 'vite-plugin-solid'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { reportPage } from './config/report-page.config.ts'
import { scriptApi } from './scripts/script-api.mjs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts with the cases that mostly wait, so that the others run beside them, and with those that have a process of their own: Vitest ends
 * a process that files share when such a one is the next, with all that the process has imported. Else as Vitest would, which goes by size.
 */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      moduleId.endsWith('/oauth/conformance.test.ts') ? 0 : project.config.isolate ? 1 : 2
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own method, not the one of arrays
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

/** A process of its own for each: probes put entries of theirs into the lists, for good; what is measured has no garbage of others. */
const alone = ['src/probe*.test.ts', 'src/scaling.test.ts']

/** What a virtual module holds is made of other files: it is compiled anew each time. */
const uncached: Plugin = {
  name: 'assay-uncached',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
    define(({ id }) => (id.includes('virtual:') ? false : undefined)),
}

export default defineConfig({
  plugins: [reportPage(), scriptApi(), solid({ ssr: false }), uncached],
  // For a browser, which is what components are compiled for here, it has a file that only throws.
  resolve: { alias: { ws: fileURLToPath(new URL('node_modules/ws/wrapper.mjs', import.meta.url)) } },
  test: {
    environment: 'node',
    // For machines that are busy; properties that are tried in full take twenty times as long.
    testTimeout: process.env.ASSAY_FUZZ === 'full' ? 600_000 : 120_000,
    hookTimeout: 120_000,
    // On a machine that stalls for a moment; what passed at the second try only is named at the end. Properties draw the same again.
    retry: 1,
    expect: { poll: { timeout: 20_000 } },
    // By default a core is kept free, which is half the cores of a small machine; on two, a third worker fills where others wait.
    maxWorkers: Math.max(3, availableParallelism()),
    // What was compiled stays for the next run.
    experimental: { fsModuleCache: true },
    // As this process: what scripts/briefly.mjs says holds for all.
    execArgv: process.execArgv,
    maxConcurrency: 6,
    setupFiles: 'e2e/fuzz-seed.ts',
    sequence: { sequencer: InOrder },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'eval/*.test.ts'],
          exclude: alone,
          // A process for each file costs more than most files. So a file leaves globals as it found them.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
})

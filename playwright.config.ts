import { defineConfig } from '@playwright/test'
import { pageBrowser } from './e2e/launch-options.ts'

/** Journeys in a real browser. `scripts/test.mjs` finds the browser and its shell and passes them on. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.journey.ts',
  // For machines that are busy.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // A page keeps most of a core busy, and the cases of the conformance list wait now and then: three and one of them fill two cores.
  workers: 4,
  projects: [
    { name: 'pages', testIgnore: '**/conformance.journey.ts', workers: 3 },
    { name: 'conformance', testMatch: '**/conformance.journey.ts', workers: 1 },
  ],
  // On a machine that stalls for a moment; what passed at the second try only is named at the end.
  retries: 1,
  fullyParallel: true,
  // In a log a line for each journey buries what went wrong.
  reporter: [[process.stdout.isTTY ? 'list' : 'dot'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    launchOptions: pageBrowser,
    // Frames that nobody looks at are a tenth of what a journey costs.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
